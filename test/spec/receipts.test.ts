// Receipts only advance the status of a message, in any order and even if the provider repeats them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../src/store/database.ts'
import { dropUnmatched, lockPlaces, receiptPlace } from '../../src/store/delivery/receipts.ts'
import { dropOldInbound } from '../../src/store/inbound/inbound.ts'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { replaceReceivers, VALID_SIGNATURE } from '../harness/inbound-receivers.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { startSubscriber } from '../harness/subscriber.ts'

interface EventBody {
  delivery?: { status: string }
  data?: { status: string; previous_status: string }
}

/** The statuses in an event: the new status. If the event has envelope B (docs/events.md), also the previous status. */
const statusOf = ({ delivery, data }: EventBody) =>
  delivery ? [delivery.status] : [data?.status, data?.previous_status]

describe.each(databases)('receipts, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  let at: string
  let messages = 0
  let restoreReceivers: () => void
  beforeAll(async () => {
    restoreReceivers = replaceReceivers('whatsapp')
    test = await startTestService(kind)
    provider = await startProvider()
    tenant = await createConnectedTenant(test, provider)
    at = await addressOf(tenant)
    await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
      slug: 'approved',
      name: 'Approved',
      locales: { it: { body: 'Ciao {{1}}', channels: { whatsapp: { template: 'ciao', language: 'it' } } } },
    })
    provider.reply(() => ({ body: { messages: [{ id: `wamid.${++messages}` }] } }))
  })
  afterAll(async () => {
    restoreReceivers()
    await test.stop()
    await provider.stop()
  })

  const addressOf = async ({ workspace, source }: Tenant) => {
    const { body } = await test.manage('GET', `/workspaces/${workspace}/sources/${source}/connections/whatsapp`)
    return (body.inbound_url as string).replace(/^.*\/v1/, '')
  }
  const post = async (events: unknown, to = at) => {
    const { status } = await test.call('POST', to, { body: JSON.stringify(events), headers: VALID_SIGNATURE })
    expect(status).toBe(200)
  }
  const countWaiting = async () =>
    (
      await test.service.db.query<{ n: number }>({
        text: `select count(*)::int as n from inbound_requests where state = 'waiting'`,
      })
    ).rows[0]!.n
  const applyEvents = async (...events: object[]) => {
    await post(events)
    await test.until(async () => (await countWaiting()) === 0)
  }
  let moment = 0
  const receipt = (externalId: string, status: string, more: object = {}) => ({
    kind: 'receipt',
    externalId,
    status,
    at: new Date(Date.UTC(2030, 0, 1) + ++moment).toISOString(),
    ...more,
  })
  const send = async (phone = '+393331234567', more: object = {}) => {
    const { status, body } = await test.send(tenant.liveKey, {
      recipient: { whatsapp_phone: phone, name: 'Ada' },
      template: 'approved',
      vars: { 1: 'Ada' },
      channel: 'whatsapp',
      ...more,
    })
    expect(status, JSON.stringify(body)).toBe(202)
    return body.delivery_id as number
  }
  const sent = async (phone?: string) => {
    const { id, external_id } = await test.settled(tenant, await send(phone), 'sent')
    return { id: id as number, externalId: external_id as string }
  }
  const read = async (id: number) => (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body
  const usage = async () => (await test.call('GET', '/usage', { key: tenant.liveKey })).body
  const statuses = (delivery: { history: { status: string }[] }) => delivery.history.map(({ status }) => status)

  it('receipts set the status of a message to delivered and read, and appear in the timeline of the message', async () => {
    const { id, externalId } = await sent()
    await applyEvents(receipt(externalId, 'delivered', { price: 'utility' }), receipt(externalId, 'read'))
    const delivery = await read(id)
    expect(statuses(delivery)).toEqual(['queued', 'sending', 'sent', 'delivered', 'read'])
    expect(delivery.receipts).toMatchObject([
      { status: 'delivered', applied: true, price: 'utility' },
      { status: 'read', applied: true, price: null },
    ])
  })

  it('receipts never set a message back to an earlier status, in whatever order the receipts arrive', async () => {
    const { id, externalId } = await sent()
    await applyEvents(receipt(externalId, 'read'))
    await applyEvents(receipt(externalId, 'delivered'), receipt(externalId, 'failed', { code: '131026' }))
    const delivery = await read(id)
    expect(statuses(delivery)).toEqual(['queued', 'sending', 'sent', 'delivered', 'read'])
    expect(delivery.receipts.map(({ applied }: { applied: boolean }) => applied)).toEqual([true, false, false])
  })

  it('after a read receipt without a delivered receipt, history, events and figures show "delivered" once, before "read" [D61]', async () => {
    const names = ['delivery.delivered', 'delivery.read', 'delivery.status']
    const subscriber = await startSubscriber(test, tenant, names)
    try {
      const figures = async () => {
        const { channels, days } = (await test.manage('GET', `/workspaces/${tenant.workspace}/overview`)).body
        const { delivered } = channels.find(({ channel }: { channel: string }) => channel === 'whatsapp')
        return [delivered, days.at(-1).delivered]
      }
      const { id, externalId } = await sent()
      const [month, day] = await figures()
      await applyEvents(receipt(externalId, 'read'))
      await applyEvents(receipt(externalId, 'delivered'))
      expect(statuses(await read(id))).toEqual(['queued', 'sending', 'sent', 'delivered', 'read'])
      expect(await figures()).toEqual([month + 1, day + 1])
      const events = (await subscriber.waitForEvents(6)).slice(2)
      await subscriber.waitUntilIdle()
      expect(subscriber.events()).toHaveLength(6)
      expect(events.map(({ name, body }) => [name, ...statusOf(body)])).toEqual([
        ['delivery.delivered', 'delivered'],
        ['delivery.status', 'delivered', 'sent'],
        ['delivery.read', 'read'],
        ['delivery.status', 'read', 'delivered'],
      ])
    } finally {
      await test.manage('DELETE', subscriber.path)
      await subscriber.receiver.stop()
    }
  })

  it('repeated receipts change nothing and are stored once', async () => {
    const { id, externalId } = await sent()
    for (let i = 0; i < 3; i++) await applyEvents(receipt(externalId, 'delivered'))
    await applyEvents(receipt(externalId, 'delivered'), receipt(externalId, 'delivered'))
    const delivery = await read(id)
    expect(statuses(delivery)).toEqual(['queued', 'sending', 'sent', 'delivered'])
    expect(delivery.receipts).toHaveLength(1)
  })

  it('a receipt `failed` refunds a sent message, and a later receipt `delivered` is shown but does not change the status', async () => {
    const before = await usage()
    const { id, externalId } = await sent()
    const failed = { code: '131026', reason: 'not on WhatsApp', remedy: 'Try email.' }
    await applyEvents(receipt(externalId, 'failed', failed))
    await applyEvents(receipt(externalId, 'delivered'))
    const delivery = await read(id)
    expect(delivery).toMatchObject({
      status: 'failed',
      reason: '131026',
      error_message: 'not on WhatsApp',
      refunded: true,
    })
    expect(delivery.receipts).toMatchObject([
      { status: 'failed', applied: true, ...failed },
      { status: 'delivered', applied: false },
    ])
    const after = await usage()
    expect(after.whatsapp.used).toBe(before.whatsapp.used)
    expect(after.total_failed).toBe(before.total_failed + 1)
    expect(after.total_sent).toBe(before.total_sent)
  })

  it('a receipt marks an address as unusable when it reports that the message failed because the address no longer exists', async () => {
    const { id, externalId } = await sent('+393330000001')
    await applyEvents(receipt(externalId, 'failed', { outcome: 'recipient_gone', reason: 'not on WhatsApp' }))
    const { recipient_id } = await read(id)
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/recipients/${recipient_id}`)
    expect(body.unusable.whatsapp).toMatchObject({ address: '+393330000001', reason: 'not on WhatsApp' })
  })

  it('stores a receipt that arrives before the provider id of its message is known, and applies the receipt later', async () => {
    const early = `wamid.${messages + 1}`
    let release: () => void = () => {}
    const delayed = new Promise<void>((resolve) => {
      release = resolve
    })
    provider.reply(async () => {
      await delayed
      return { body: { messages: [{ id: `wamid.${++messages}` }] } }
    })
    const id = await send('+393330000002')
    await test.until(async () => provider.received.at(-1)!.text.includes('393330000002'))
    await applyEvents(receipt(early, 'read'), receipt(early, 'delivered'))
    expect((await read(id)).status).toBe('sending')
    release()
    const delivery = await test.settled(tenant, id, 'read')
    expect(statuses(delivery)).toEqual(['queued', 'sending', 'sent', 'delivered', 'read'])
    expect(delivery.receipts.map(({ status }: { status: string }) => status)).toEqual(['read', 'delivered'])
    provider.reply(() => ({ body: { messages: [{ id: `wamid.${++messages}` }] } }))
  })

  it('loses no receipt that arrives before, during or after the settling of its message', async () => {
    // The receipt of each message is sent before the response to the attempt, so that the service processes both at the
    // same time.
    const reports: Promise<void>[] = []
    provider.reply(({ text }) => {
      const id = `wamid.race.${(JSON.parse(text) as { to: string }).to}`
      reports.push(post([receipt(id, 'delivered')]))
      return { body: { messages: [{ id }] } }
    })
    const phones = Array.from({ length: 60 }, (_, index) => `+3933311${String(index).padStart(5, '0')}`)
    const ids = await Promise.all(phones.map((phone) => send(phone)))
    for (const id of ids) await test.settled(tenant, id, 'delivered')
    await Promise.all(reports)
    const { rows } = await test.service.db.query({
      text: `select id from receipts where external_id like 'wamid.race.%' and delivery_id is null`,
    })
    expect(rows).toEqual([])
    provider.reply(() => ({ body: { messages: [{ id: `wamid.${++messages}` }] } }))
  })

  it.runIf(kind === 'postgres')(
    'if one transaction applies a receipt and another settles its message, the later transaction waits for the earlier one',
    async () => {
      const { db } = test.service
      const waiting = async () => {
        const { rows } = await db.query({
          text: `select pid from pg_locks where locktype = 'advisory' and not granted`,
        })
        return rows.length > 0
      }
      const name = `wamid.${messages + 1}`
      const { body } = await test.manage(
        'GET',
        `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/whatsapp`,
      )
      const place = receiptPlace(body.id, name)
      // The message is not settled while its receipt is being applied.
      const id = await transaction(db, async (tx) => {
        await lockPlaces(tx, [place], 'receipt')
        const sending = await send('+393330000009')
        await test.until(waiting)
        expect((await read(sending)).status).toBe('sending')
        return sending
      })
      await test.settled(tenant, id, 'sent')
      // The receipt of a message is not applied while the message is being settled. Other transactions that settle
      // messages do not wait.
      await transaction(db, async (tx) => {
        await lockPlaces(tx, [place], 'settling')
        await transaction(db, (other) => lockPlaces(other, [place], 'settling'))
        await post([receipt(name, 'delivered')])
        await test.until(waiting)
        expect((await read(id)).status).toBe('sent')
      })
      await test.settled(tenant, id, 'delivered')
    },
  )

  it('after a day, deletes receipts that match no message', async () => {
    await applyEvents(receipt('wamid.unknown', 'delivered'))
    const storedReceipts = async () =>
      (await test.service.db.query({ text: `select id from receipts where external_id = 'wamid.unknown'` })).rows.length
    expect(await storedReceipts()).toBe(1)
    const { externalId, id } = await sent()
    await applyEvents(receipt(externalId, 'delivered'))
    const dayAgo = (ahead: number) => new Date(test.clock.now().getTime() - 86_400_000 + ahead)
    await dropUnmatched(test.service.db, dayAgo(0))
    expect(await storedReceipts()).toBe(1)
    await dropUnmatched(test.service.db, dayAgo(86_400_000))
    expect(await storedReceipts()).toBe(0)
    expect((await read(id)).receipts).toHaveLength(1)
  })

  it('a watermark receipt sets the status of every message that was sent to the address up to the time in the receipt', async () => {
    const first = await sent('+393330000003')
    const second = await sent('+393330000003')
    const other = await sent('+393330000004')
    const upTo = (delivery: { attempts: { started_at: string }[] }) => delivery.attempts[0]!.started_at
    const watermark = (status: string, moment: string) => ({
      kind: 'watermark',
      address: '+393330000003',
      status,
      upTo: moment,
    })
    await applyEvents(
      watermark('delivered', upTo(await read(second.id))),
      watermark('read', upTo(await read(first.id))),
    )
    expect((await read(first.id)).status).toBe('read')
    expect((await read(second.id)).status).toBe('delivered')
    expect((await read(other.id)).status).toBe('sent')
    // A watermark receipt with a later time also covers messages that are sent before that time.
    await applyEvents(watermark('read', new Date(test.clock.now().getTime() + 60_000).toISOString()))
    expect((await read(second.id)).status).toBe('read')
    await test.settled(tenant, await send('+393330000003'), 'read')
    await test.settled(tenant, await send('+393330000004'), 'sent')
  })

  it('a receipt changes only messages of the connection that received the receipt', async () => {
    const elsewhere = await createConnectedTenant(test, provider)
    const { id, externalId } = await sent()
    await post([receipt(externalId, 'read')], await addressOf(elsewhere))
    await test.until(async () => (await countWaiting()) === 0)
    expect((await read(id)).status).toBe('sent')
    await applyEvents(receipt(externalId, 'delivered'))
    expect((await read(id)).status).toBe('delivered')
  })

  describe('receipts that cannot be applied', () => {
    it('an invalid receipt does not delay the other receipts of its webhook, and the webhook gets the state set_aside after retries', async () => {
      const { id, externalId } = await sent()
      await post([
        { kind: 'unreadable', detail: 'a part of it' },
        receipt(externalId, 'delivered', { at: 'no time' }),
        receipt(externalId, 'read'),
      ])
      await test.settled(tenant, id, 'read')
      const row = async () =>
        (
          await test.service.db.query<{ state: string; attempt: number; problem: string; applied: number[] }>({
            text: `select state, attempt, problem, applied from inbound_requests where problem is not null`,
          })
        ).rows[0]
      const last = await test.until(async () => {
        const found = await row()
        if (found?.state === 'set_aside') return found
        test.clock.advance(60_000)
        return undefined
      })
      expect(last).toMatchObject({ attempt: 5, applied: [2], problem: expect.stringContaining('Invalid time') })
      expect((await read(id)).receipts).toHaveLength(1)
    })

    it('an inbound webhook whose processing fails does not delay other inbound webhooks', async () => {
      const { id, externalId } = await sent()
      await post('explosive')
      await post([receipt(externalId, 'delivered')])
      await test.settled(tenant, id, 'delivered')
    })
  })

  it('answers the handshake of a provider with the right verify token, and returns 403 for a wrong verify token', async () => {
    const answer = await test.call('GET', `${at}?challenge=1158201444&word=genuine`)
    expect([answer.status, answer.body]).toEqual([200, '1158201444'])
    expect((await test.call('GET', `${at}?challenge=1158201444&word=guess`)).status).toBe(403)
    expect((await test.call('GET', at)).status).toBe(403)
  })

  it('deletes old inbound webhooks page by page, whatever their state', async () => {
    const { db } = test.service
    await post([receipt('wamid.last', 'delivered')])
    const storedRequests = async () => (await db.query({ text: 'select id from inbound_requests' })).rows.length
    const before = await storedRequests()
    expect(await dropOldInbound(db, new Date(0), 100)).toBe(0)
    expect(await dropOldInbound(db, test.clock.now(), 1)).toBe(1)
    expect(await storedRequests()).toBe(before - 1)
    await dropOldInbound(db, test.clock.now(), 1000)
    expect(await storedRequests()).toBe(0)
  })
})
