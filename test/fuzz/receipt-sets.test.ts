// Receipts that are applied in a set have the same result as receipts that are applied one after the other.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { runs } from '../harness/fuzz.ts'
import { replaceReceivers, VALID_SIGNATURE } from '../harness/inbound-receivers.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type Subscriber, startSubscriber } from '../harness/subscriber.ts'

/** Number of messages of a run. The reports are about these messages and one message that does not exist. */
const MESSAGES = 3

const report = fc.record({
  message: fc.nat(MESSAGES),
  // Failures and watermarks are not applied in sets. They are rare here, so that the sets are large.
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('delivered', 'read', 'taken') },
    { weight: 1, arbitrary: fc.constantFrom('failed', 'up_to') },
  ),
  /** Whether the report contains the delivery id. */
  named: fc.boolean(),
  /** Whether the report is the first of another webhook. */
  apart: fc.boolean(),
})
type Report = Parameters<Parameters<typeof report.map>[0]>[0]

interface Sender {
  tenant: Tenant
  inbound: string
  subscriber: Subscriber
}

/** Divides the events into webhooks. All events of a message are in the same webhook. */
function webhooksOf(reports: Report[], events: object[]): object[][] {
  let webhook = 0
  const webhookOf = new Map<number, number>()
  const webhooks = new Map<number, object[]>()
  for (const [index, { message, apart }] of reports.entries()) {
    if (apart) webhook++
    const place = webhookOf.get(message) ?? webhook
    webhookOf.set(message, place)
    webhooks.set(place, [...(webhooks.get(place) ?? []), ...events.slice(index, index + 1)])
  }
  return [...webhooks.values()]
}

describe.each(databases)('receipts in sets, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let restoreReceivers: () => void
  const senders: Sender[] = []
  let phones = 0
  beforeAll(async () => {
    restoreReceivers = replaceReceivers('whatsapp')
    test = await startTestService(kind)
    provider = await startProvider()
    provider.reply(({ text }) => ({ body: { messages: [{ id: `wamid.${JSON.parse(text).to}` }] } }))
    for (let count = 0; count < 2; count++) senders.push(await createSender())
  })
  afterAll(async () => {
    restoreReceivers()
    for (const { subscriber } of senders) await subscriber.receiver.stop()
    await test.stop()
    await provider.stop()
  })

  const createSender = async (): Promise<Sender> => {
    const tenant = await createConnectedTenant(test, provider)
    const at = `/workspaces/${tenant.workspace}`
    await test.manage('POST', `${at}/templates`, {
      slug: 'approved',
      name: 'Approved',
      locales: { it: { body: 'Ciao {{1}}', channels: { whatsapp: { template: 'ciao', language: 'it' } } } },
    })
    const { body } = await test.manage('GET', `${at}/sources/${tenant.source}/connections/whatsapp`)
    const subscriber = await startSubscriber(test, tenant, ['delivery.status'])
    return { tenant, inbound: body.inbound_url.replace(/^.*\/v1/, ''), subscriber }
  }

  const sendAll = async ({ tenant }: Sender, numbers: string[]): Promise<number[]> => {
    const ids = await Promise.all(
      numbers.map(async (phone) => {
        const message = { recipient: { whatsapp_phone: `+${phone}` }, template: 'approved', vars: { 1: 'Ada' } }
        return (await test.send(tenant.liveKey, { ...message, channel: 'whatsapp' })).body.delivery_id as number
      }),
    )
    for (const id of ids) await test.settled(tenant, id, 'sent')
    return ids
  }

  /** Posts the webhooks at the same moment, and waits until their events are applied. */
  const post = async ({ inbound }: Sender, webhooks: object[][]) => {
    const statuses = await Promise.all(
      webhooks.map(async (events) => {
        const body = JSON.stringify(events)
        return (await test.call('POST', inbound, { body, headers: VALID_SIGNATURE })).status
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    await test.until(async () => {
      const waiting = await test.service.db.query({ text: `select id from inbound_requests where state = 'waiting'` })
      return waiting.rows.length === 0
    })
  }

  const eventOf = ({ message, kind, named }: Report, index: number, numbers: string[], ids: number[]): object => {
    const phone = numbers[message] ?? 'unknown'
    const deliveryId = ids[message]
    const at = new Date(Date.UTC(2030, 0, 1) + index)
    if (kind === 'up_to')
      return { kind: 'watermark', address: `+${phone}`, status: 'delivered', upTo: test.clock.now() }
    if (kind === 'taken') return { kind, externalId: `wamid.${phone}`, deliveryId: deliveryId ?? 0 }
    const name = named && deliveryId !== undefined ? { deliveryId } : {}
    return { kind: 'receipt', externalId: `wamid.${phone}`, status: kind, at, ...name }
  }

  const readAll = async ({ tenant, subscriber }: Sender, ids: number[]) => {
    const at = `/workspaces/${tenant.workspace}/deliveries`
    const messages = await Promise.all(ids.map(async (id) => (await test.manage('GET', `${at}/${id}`)).body))
    await subscriber.waitUntilIdle()
    const events = subscriber.events().map(({ body: { data } }) => data)
    const usage = (await test.call('GET', '/usage', { key: tenant.liveKey })).body
    return {
      messages: messages.map(({ id, history, receipts }) => ({
        events: events
          .filter(({ message_id }) => message_id === String(id))
          .map(({ status, previous_status }) => `${previous_status} ${status}`)
          .toSorted(),
        history: history.map(({ status }: { status: string }) => status),
        receipts: receipts.map(({ status, applied }: { status: string; applied: boolean }) => ({ status, applied })),
      })),
      sent: usage.total_sent,
      failed: usage.total_failed,
    }
  }

  it('receipts that are applied in a set have the same result as receipts that are applied one after the other', async () => {
    const [single, together] = senders as [Sender, Sender]
    await fc.assert(
      fc.asyncProperty(fc.array(report, { minLength: 8, maxLength: 24 }), async (reports) => {
        const numbers = Array.from({ length: MESSAGES }, () => `39333${String(1_000_000 + ++phones)}`)
        const [ids, others] = [await sendAll(single, numbers), await sendAll(together, numbers)]
        for (const [index, one] of reports.entries()) await post(single, [[eventOf(one, index, numbers, ids)]])
        // The reports of a message stay in their order, because webhooks of the same moment may be stored in any order.
        const inSet = reports.map((one, index) => eventOf(one, index, numbers, others))
        const isOrdered = reports.some(({ kind }) => kind === 'failed' || kind === 'up_to')
        await post(together, isOrdered ? [inSet] : webhooksOf(reports, inSet))
        const expected = await readAll(single, ids)
        for (const { events } of expected.messages) expect(events).toContain('queued sent')
        expect(await readAll(together, others)).toEqual(expected)
      }),
      runs(12),
    )
    expect((await checkInvariants(test.service.db)).mismatches).toEqual([])
  })
})
