// Helpers of tests about fallbacks: sends messages with steps, and reads their steps.
import { applyReceipt } from '../../src/delivery/receipts/forward.ts'
import { type DatabaseKind, startTestService, type Tenant, type TestService } from './service.ts'

const MINUTE = 60_000

/** The steps of most tests: WhatsApp, an SMS unless it was read, an email unless a button was pressed. */
export const threeSteps = [
  { channel: 'whatsapp' },
  { channel: 'sms', after: '15m', unless: 'read' },
  { channel: 'email', after: '2h', unless: 'acted' },
]

interface Step {
  channel: string
  state: string
  reason: string | null
  delivery_id: number | null
  status: string | null
}

export interface Fallback {
  state: string
  ended_reason: string | null
  steps: Step[]
}

/** Starts a service with a workspace, and returns them with the helpers. */
export async function startFallbackTest(kind: DatabaseKind) {
  const test = await startTestService(kind)
  const tenant = await test.tenant({ quota: 10_000 })
  return { test, tenant, tools: fallbackTools(test, tenant) }
}

export type FallbackTools = ReturnType<typeof fallbackTools>

function fallbackTools(test: TestService, tenant: Tenant) {
  let count = 0
  const newRecipient = (more: object = {}) => {
    const number = `+39347${String(1_000_000 + ++count)}`
    return { email: `step${count}@customer.example`, whatsapp_phone: number, phone: number, locale: 'en', ...more }
  }
  const read = async (id: number): Promise<Fallback> =>
    (await test.call('GET', `/deliveries/${id}`, { key: tenant.testKey })).body.fallback
  const tools = {
    newRecipient,
    read,
    /** Sends a message with a fallback, and returns the 202. */
    async send(more: object, recipient: object = newRecipient()) {
      const message = { recipient, template: 'hello', vars: { name: 'Ada' }, ...more }
      const { status, body } = await test.send(tenant.testKey, message)
      if (status !== 202) throw new Error(`the message was refused: ${JSON.stringify(body)}`)
      return body
    },
    /** Waits until the steps have these states, and returns the fallback. */
    async states(id: number, ...states: string[]): Promise<Fallback> {
      return await test.until(async () => {
        const fallback = await read(id)
        return JSON.stringify(fallback.steps.map(({ state }) => state)) === JSON.stringify(states) && fallback
      }, 20)
    },
    /** Waits until the fallback has ended. */
    ended: (id: number) =>
      test.until(async () => {
        const fallback = await read(id)
        return fallback.state === 'ended' && fallback
      }, 20),
    /** Waits until the next decision about the fallback is at a later time. */
    postponed: (id: number) =>
      test.until(async () => {
        const { rows } = await test.service.db.query({
          text: 'select from fallbacks where id = $1 and look_at > $2',
          values: [id, test.clock.now()],
        })
        return rows.length > 0
      }, 20),
    /** Applies a receipt to a delivery, at the present time if no other time is given. */
    receipt: (deliveryId: number, status: 'delivered' | 'read' | 'failed', at = test.clock.now()) =>
      applyReceipt(test.service.db, at, 'test', { workspaceId: tenant.workspace, deliveryId, status }),
    /** Waits until the delivery was sent, and advances the time. */
    async minutesAfter(deliveryId: number, minutes: number) {
      await test.settled(tenant, deliveryId, 'sent', 'delivered', 'read')
      await test.until(async () => {
        const { rows } = await test.service.db.query<{ open: number }>({
          text: `select (select count(*)::int from fallbacks f where f.id = d.fallback_id and ended_at is null and look_at <= $1)
                   + (select count(*)::int from fallback_notes n where n.fallback_id = d.fallback_id) as open
                 from deliveries d where d.id = $2`,
          values: [test.clock.now(), deliveryId],
        })
        return rows[0]?.open === 0
      }, 20)
      test.clock.advance(minutes * MINUTE)
    },
  }
  return tools
}
