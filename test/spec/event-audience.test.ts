// Within a workspace, an event is sent to every subscription that selected the type of the event. Each subscription has
// a separate secret.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messageTo, setUpEventTest } from '../harness/event-test.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

describe.each(databases)('receivers of events on %s', (kind) => {
  let test: TestService
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())

  const { subscribe } = setUpEventTest(() => test)

  it('records only events that a subscription selected, and records no events in a workspace without a subscription [SUBS-03]', async () => {
    const silent = await test.tenant()
    const { tenant, subscriber } = await subscribe(['delivery.sent'])
    const { body: withoutReceiver } = await test.send(silent.testKey, messageTo('a@example.com'))
    await test.settled(silent, withoutReceiver.delivery_id, 'sent')
    const { body } = await test.send(tenant.testKey, messageTo('a@example.com'))
    await test.settled(tenant, body.delivery_id, 'sent')
    expect((await subscriber.waitForEvents(1)).map(({ name }) => name)).toEqual(['delivery.sent'])
    const { rows } = await test.service.db.query<{ workspace_id: number; event: string }>({
      text: 'select workspace_id, event from outgoing where workspace_id = any($1::bigint[])',
      values: [[silent.workspace, tenant.workspace]],
    })
    expect(rows).toEqual([{ workspace_id: tenant.workspace, event: 'delivery.sent' }])
  })

  it('sends an event only to the subscriptions of its workspace, signed with the secret of each subscription', async () => {
    const { tenant, subscriber: first } = await subscribe(['message.sent'])
    const { subscriber: second } = await subscribe(['message.sent'], tenant)
    const { subscriber: other } = await subscribe(['message.sent'])
    await test.send(tenant.testKey, messageTo('a@example.com'))
    const [firstEvent] = await first.waitForEvents(1)
    const [secondEvent] = await second.waitForEvents(1)
    expect(firstEvent!.body).toEqual(secondEvent!.body)
    expect(firstEvent!.id).not.toBe(secondEvent!.id)
    expect(other.receiver.received).toEqual([])
    expect((await test.manage('GET', `${other.path}/events`)).body.data).toEqual([])
  })
})
