// Receipts that are applied in a set have the same result as receipts that are applied one after the other.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { runs } from '../harness/fuzz.ts'
import { replaceReceivers, VALID_SIGNATURE } from '../harness/inbound-receivers.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

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
})
type Report = Parameters<Parameters<typeof report.map>[0]>[0]

interface Sender {
  tenant: Tenant
  inbound: string
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
    return { tenant, inbound: body.inbound_url.replace(/^.*\/v1/, '') }
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

  const post = async ({ inbound }: Sender, events: object[]) => {
    await test.call('POST', inbound, { body: JSON.stringify(events), headers: VALID_SIGNATURE })
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

  const readAll = async ({ tenant }: Sender, ids: number[]) => {
    const at = `/workspaces/${tenant.workspace}/deliveries`
    const messages = await Promise.all(ids.map(async (id) => (await test.manage('GET', `${at}/${id}`)).body))
    const usage = (await test.call('GET', '/usage', { key: tenant.liveKey })).body
    return {
      messages: messages.map(({ history, receipts }) => ({
        history: history.map(({ status }: { status: string }) => status),
        receipts: receipts.map(({ status, applied }: { status: string; applied: boolean }) => ({ status, applied })),
      })),
      sent: usage.total_sent,
      failed: usage.total_failed,
    }
  }

  it('have the same result as receipts that are applied one after the other', async () => {
    const [single, together] = senders as [Sender, Sender]
    await fc.assert(
      fc.asyncProperty(fc.array(report, { minLength: 8, maxLength: 24 }), async (reports) => {
        const numbers = Array.from({ length: MESSAGES }, () => `39333${String(1_000_000 + ++phones)}`)
        const [ids, others] = [await sendAll(single, numbers), await sendAll(together, numbers)]
        for (const [index, one] of reports.entries()) await post(single, [eventOf(one, index, numbers, ids)])
        await post(
          together,
          reports.map((one, index) => eventOf(one, index, numbers, others)),
        )
        expect(await readAll(together, others)).toEqual(await readAll(single, ids))
      }),
      runs(12),
    )
    expect((await checkInvariants(test.service.db)).mismatches).toEqual([])
  })
})
