// Who is told of an event: each subscription that chose it, under its own secret, and nobody else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messageTo, setUpEventTest } from '../harness/event-test.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

describe.each(databases)('who is told on %s', (kind) => {
  let test: TestService
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())

  const { subscribe } = setUpEventTest(() => test)

  it('is nobody where nobody listens, and of what was chosen alone [SUBS-03]', async () => {
    const silent = await test.tenant()
    const { tenant, subscriber } = await subscribe(['delivery.sent'])
    const { body: unheard } = await test.send(silent.testKey, messageTo('a@example.com'))
    await test.settled(silent, unheard.delivery_id, 'sent')
    const { body } = await test.send(tenant.testKey, messageTo('a@example.com'))
    await test.settled(tenant, body.delivery_id, 'sent')
    expect((await subscriber.waitForEvents(1)).map(({ name }) => name)).toEqual(['delivery.sent'])
    const { rows } = await test.service.db.query<{ workspace_id: number; event: string }>({
      text: 'select workspace_id, event from outgoing where workspace_id = any($1::bigint[])',
      values: [[silent.workspace, tenant.workspace]],
    })
    expect(rows).toEqual([{ workspace_id: tenant.workspace, event: 'delivery.sent' }])
  })

  it('is every subscription of the workspace and nobody else, each under its own secret', async () => {
    const { tenant, subscriber: first } = await subscribe(['message.sent'])
    const { subscriber: second } = await subscribe(['message.sent'], tenant)
    const { subscriber: other } = await subscribe(['message.sent'])
    await test.send(tenant.testKey, messageTo('a@example.com'))
    const [mine] = await first.waitForEvents(1)
    const [yours] = await second.waitForEvents(1)
    expect(mine!.body).toEqual(yours!.body)
    expect(mine!.id).not.toBe(yours!.id)
    expect(other.receiver.received).toEqual([])
    expect((await test.manage('GET', `${other.path}/events`)).body.data).toEqual([])
  })
})
