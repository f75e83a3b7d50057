// Sets up event tests: subscribers that are removed after each test, and messages to Ada.
import { afterEach } from 'vitest'
import type { Tenant, TestService } from './service.ts'
import { type Subscriber, startSubscriber } from './subscriber.ts'

/** The names of all events. */
export const allEvents = [
  'delivery.queued',
  'delivery.sent',
  'delivery.delivered',
  'delivery.read',
  'delivery.failed',
  'delivery.action_taken',
  'message.sent',
  'message.deferred',
  'message.expired',
  'message.received',
  'message.bounced',
  'message.complained',
  'delivery.status',
  'contact.created',
  'contact.updated',
  'recipient.suppressed',
  'digest.closed',
  'fallback.step_started',
  'fallback.ended',
  'recipient.preferences_changed',
  'automation.triggered',
]

export interface EventTest {
  /** Creates a subscriber of this tenant, or of a new tenant. The subscriber is removed after the test. */
  subscribe(events?: string[], tenant?: Tenant): Promise<{ tenant: Tenant; subscriber: Subscriber }>
  /** Sends a message and returns the id of the delivery. */
  send(tenant: Tenant, email?: string): Promise<number>
}

/** Call this function in a `describe`. `test` returns the running service. */
export function setUpEventTest(test: () => TestService): EventTest {
  const open: Subscriber[] = []
  afterEach(async () => {
    for (const { receiver, path } of open.splice(0)) {
      await test().manage('DELETE', path)
      await receiver.stop()
    }
  })
  return {
    async subscribe(events = allEvents, tenant) {
      const owner = tenant ?? (await test().tenant())
      const subscriber = await startSubscriber(test(), owner, events)
      open.push(subscriber)
      return { tenant: owner, subscriber }
    },
    async send(tenant, email = 'ada@example.com') {
      const { body } = await test().send(tenant.testKey, messageTo(email))
      return body.delivery_id as number
    },
  }
}

/** A send request in English with the template `hello`. */
export function messageTo(email: string, more: object = {}) {
  return { recipient: { name: 'Ada', email, locale: 'en' }, template: 'hello', vars: { name: 'Ada' }, ...more }
}
