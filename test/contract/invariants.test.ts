// Proves that each invariant check can fail. For each rule, a test changes one row of a consistent database to violate
// the rule.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenId } from '../../src/actions/token.ts'
import { type Transaction, transaction } from '../../src/store/database.ts'
import { action, click, sendButtons } from '../harness/buttons.ts'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { compareWithObservations, type Observations, type Verdict } from '../harness/observations.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

/**
 * The chats of four messages. The first message uses the quota, and its button was clicked. The second uses credits.
 * The third uses credits and failed. The fourth is scheduled for later.
 */
const [CLICKED, BOUGHT, GONE, LATER] = ['c1', 'c2', 'c3', 'c4']

/** The error that ends the transaction after the checks, so that it is rolled back. */
class RolledBack extends Error {
  override name = 'RolledBack'
}

describe('invariant checks of the database', () => {
  let test: TestService
  let tenant: Tenant
  let telegram: Provider
  let receiver: Provider
  let seen: Observations

  beforeAll(async () => {
    test = await startTestService('embedded')
    telegram = await startProvider()
    receiver = await startProvider()
    telegram.reply(({ text }) =>
      (JSON.parse(text) as { chat_id: string }).chat_id === GONE
        ? { status: 400, body: { ok: false, error_code: 400, description: 'Bad Request: chat not found' } }
        : { body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } },
    )
    receiver.reply(() => ({ status: 200 }))
    tenant = await createConnectedTenant(test, telegram, { quota: 2 })
    const at = `/workspaces/${tenant.workspace}`
    await test.manage('POST', `${at}/credits`, { amount: 100 })
    const events = ['delivery.queued', 'delivery.sent', 'delivery.failed']
    await test.manage('POST', `${at}/subscriptions`, { url: `${receiver.url}/events`, events })

    const acknowledged = new Map<string, number>()
    const send = async (chat: string, more: object = {}) => {
      const actions = [action('ok', { callback_url: `${receiver.url}/callback` })]
      const sent = await sendButtons(test, tenant.liveKey, actions, {
        recipient: { telegram_chat_id: chat },
        idempotency_key: chat,
        ...more,
      })
      acknowledged.set(chat, sent.id)
      return sent
    }
    const { link } = await send(CLICKED!)
    await send(LATER!, { scheduled_for: new Date(test.clock.now().getTime() + 86_400_000).toISOString() })
    await send(BOUGHT!)
    await send(GONE!)
    expect((await click(link)).status).toBe(200)
    for (const [chat, status] of [
      [CLICKED, 'sent'],
      [BOUGHT, 'sent'],
      [GONE, 'failed'],
    ])
      await test.settled(tenant, acknowledged.get(chat!)!, status!)
    const idsAt = (path: string) =>
      new Set(
        receiver.received
          .filter((request) => request.path === path)
          .map(({ headers }) => String(headers['x-service-delivery-id'])),
      )
    // The receiver gets four queued events, three final events, and the callback of one click.
    await test.until(async () => idsAt('/events').size === 7 && idsAt('/callback').size === 1)
    await test.until(async () => (await checkInvariants(test.service.db)).events.received === 7)
    seen = {
      acknowledged,
      accepted: new Map([
        [CLICKED!, 1],
        [BOUGHT!, 1],
      ]),
      clicked: new Set([tokenId(link.slice(link.lastIndexOf('/') + 1))!]),
      events: idsAt('/events'),
      callbacks: idsAt('/callback'),
    }
    await test.until(async () => {
      const { rows } = await test.service.db.query<{ open: number }>({
        text: `select count(*)::int as open from outgoing where status <> 'received'`,
      })
      return rows[0]!.open === 0
    })
  })
  afterAll(async () => {
    await test.stop()
    await telegram.stop()
    await receiver.stop()
  })

  /** Applies a change, runs the checks and rolls the change back. Returns the result of the checks. */
  async function verdictAfter(change: string, witnesses = seen): Promise<Verdict> {
    let found: Verdict | undefined
    const changeAndCheck = async (tx: Transaction) => {
      const { rowCount } = await tx.query({ text: change })
      expect(rowCount).toBeGreaterThan(0)
      found = await compareWithObservations(tx, witnesses)
      throw new RolledBack()
    }
    await transaction(test.service.db, changeAndCheck).catch((error) => {
      if (!(error instanceof RolledBack)) throw error
    })
    return found!
  }

  it('finds no violation in a consistent database', async () => {
    const { mismatches, report, repeats, lost } = await compareWithObservations(test.service.db, seen)
    expect(mismatches).toEqual([])
    expect({ repeats, lost }).toEqual({ repeats: 0, lost: 0 })
    expect(report).toMatchObject({ accepted: 4, delivered: 2, failed: 1, waiting: 1, usedTokens: 1, callbacks: 1 })
    expect(report.events).toEqual({ recorded: 7, received: 7, waiting: 0, failed: 0 })
  })

  const of = (chat: string | undefined) => `where address = '${chat}'`
  const deliveryId = (chat: string | undefined) => `(select id from deliveries ${of(chat)})`

  it.each([
    ['a history does not begin with queued', `update deliveries set history = history - 0 ${of(CLICKED)}`],
    [
      'a history has an illegal step',
      `update deliveries set history = history || '[{"status":"queued","at":"2030-01-01T00:00:00Z"},{"status":"sent","at":"2030-01-01T00:00:00Z"}]' ${of(CLICKED)}`,
    ],
    ['a status differs from the last step of its history', `update deliveries set status = 'delivered' ${of(CLICKED)}`],
    ['a message is claimable but not queued', `update deliveries set ready = true ${of(CLICKED)}`],
    ['a message is claimable but not queued', `update deliveries set lease_until = now() ${of(CLICKED)}`],
    ['the claim version differs', `update deliveries set attempt = attempt + 1 ${of(CLICKED)}`],
    ['more than four attempts were made', `update deliveries set tries = 5 ${of(GONE)}`],
    ['an attempt belongs to no claim', `update attempts set attempt = 9 where delivery_id = ${deliveryId(CLICKED)}`],
    ['a failed message is not refunded', `update deliveries set refunded = false ${of(GONE)}`],
    ['a failed message is not refunded', `update deliveries set refunded = true ${of(CLICKED)}`],
    ['the usage of a month is not the sum', `update usage_periods set quota_used = quota_used + 1`],
    ["a channel's figures are not the sum", `update usage_channels set sent = sent - 1`],
    ['a balance is not the sum of its ledger', `update credit_balances set credits = credits + 1`],
    ["a ledger's running balance is wrong", `update credit_entries set balance = balance + 1 where kind = 'purchase'`],
    ['a charge in the ledger', `delete from credit_entries where delivery_id = ${deliveryId(BOUGHT)}`],
    ['a charge in the ledger', `delete from credit_entries where kind = 'refund'`],
    ['an idempotency key names no delivery', `update idempotency_keys set delivery_id = 999 where key = '${LATER}'`],
    ['a used token does not have exactly one callback', `delete from outgoing where kind = 'callback'`],
    [
      'a used token does not have exactly one callback',
      `update action_tokens set used_at = now() where delivery_id = ${deliveryId(BOUGHT)}`,
    ],
    [
      'a used token does not have exactly one callback',
      `insert into outgoing (kind, workspace_id, lane, subject, event, event_id, mode, body, status, ready, next_at, created_at, ended_at)
       select kind, workspace_id, lane, subject, event, event_id, mode, body, status, ready, next_at, created_at, ended_at from outgoing where kind = 'callback'`,
    ],
    ['a status change was not reported', `delete from outgoing where event = 'delivery.failed'`],
    ['an event or callback is neither finished', `update outgoing set ended_at = null where event = 'delivery.failed'`],
    ['messages accepted that are not in the database', `delete from deliveries ${of(LATER)}`],
    ['acknowledged messages that do not exist', `delete from deliveries ${of(LATER)}`],
    [
      'messages accepted that were not observed',
      `insert into deliveries select (d).* from (select jsonb_populate_record(d, '{"id": 999}') as d from deliveries d ${of(LATER)}) x`,
    ],
    ['tokens used that are not in the database', `update action_tokens set used_at = null where used_at is not null`],
    [
      'events that are not in the database',
      `update outgoing set wire_id = 'msg_other' where event = 'delivery.failed'`,
    ],
    ['callbacks that were not observed', `update outgoing set wire_id = 'msg_other' where kind = 'callback'`],
  ])('reports the violated rule: %s', async (rule, change) => {
    expect((await verdictAfter(change)).mismatches).toContainEqual(expect.stringContaining(rule))
  })

  it.each<[string, () => Partial<Observations>]>([
    ['sent messages that the provider never received', () => ({ accepted: new Map([[CLICKED!, 1]]) })],
    [
      'messages that the provider received more times than the attempts explain',
      () => ({ accepted: new Map([...seen.accepted, [CLICKED!, 2]]) }),
    ],
    [
      'messages that the provider received more times than the attempts explain',
      () => ({ accepted: new Map([...seen.accepted, [GONE!, 1]]) }),
    ],
    ['acknowledged messages that do not exist', () => ({ acknowledged: new Map([...seen.acknowledged, ['c5', 999]]) })],
    ['messages accepted that were not observed', () => ({ acknowledged: new Map([...seen.acknowledged].slice(1)) })],
    ['events that were not observed', () => ({ events: new Set([...seen.events].slice(1)) })],
    ['callbacks that are not in the database', () => ({ callbacks: new Set([...seen.callbacks, 'msg_other']) })],
    ['tokens used that were not observed', () => ({ clicked: new Set() })],
  ])('reports a difference between the database and the observed requests: %s', async (what, other) => {
    const { mismatches } = await compareWithObservations(test.service.db, { ...seen, ...other() })
    expect(mismatches).toContainEqual(expect.stringContaining(what))
  })

  it('accepts a repeated message if an ambiguous attempt explains it', async () => {
    const twice = { ...seen, accepted: new Map([...seen.accepted, [CLICKED!, 2]]) }
    const unknown = `update attempts set outcome = 'ambiguous' where delivery_id = ${deliveryId(CLICKED)}`
    expect(await verdictAfter(unknown, twice)).toMatchObject({ mismatches: [], repeats: 1 })
  })
})
