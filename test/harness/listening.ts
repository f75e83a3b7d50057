// What tests of events begin with: subscribers that go with the test, and messages to Ada.
import { afterEach } from 'vitest'
import { type Subscriber, startSubscriber } from './receiver.ts'
import type { Tenant, TestService } from './service.ts'

/** Both catalogs. */
export const everyEvent = [
  'delivery.queued',
  'delivery.sent',
  'delivery.delivered',
  'delivery.read',
  'delivery.failed',
  'delivery.action_taken',
  'message.sent',
  'message.received',
  'delivery.status',
  'contact.created',
  'contact.updated',
  'automation.triggered',
]

export interface Listening {
  /** A subscriber of this tenant, or of a new one; gone after the test. */
  listen(events?: string[], tenant?: Tenant): Promise<{ tenant: Tenant; subscriber: Subscriber }>
  /** Answers the delivery's id. */
  send(tenant: Tenant, email?: string): Promise<number>
}

/** To be called in a `describe`; `test`: the service once it runs. */
export function listening(test: () => TestService): Listening {
  const open: Subscriber[] = []
  afterEach(async () => {
    for (const { receiver, path } of open.splice(0)) {
      await test().manage('DELETE', path)
      await receiver.stop()
    }
  })
  return {
    async listen(events = everyEvent, tenant) {
      const mine = tenant ?? (await test().tenant())
      const subscriber = await startSubscriber(test(), mine, events)
      open.push(subscriber)
      return { tenant: mine, subscriber }
    },
    async send(tenant, email = 'ada@example.com') {
      const { body } = await test().send(tenant.testKey, messageTo(email))
      return body.delivery_id as number
    },
  }
}

/** A message in English of the template `hello`. */
export function messageTo(email: string, more: object = {}) {
  return { recipient: { name: 'Ada', email, locale: 'en' }, template: 'hello', vars: { name: 'Ada' }, ...more }
}
