// Rescheduled messages with a fallback: the time after which no step starts moves with the first step.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../src/store/database.ts'
import { type FallbackTools, startFallbackTest } from '../harness/fallbacks.ts'
import { databases, type Tenant, type TestService } from '../harness/service.ts'

const MINUTE = 60_000

describe.each(databases)('rescheduled fallbacks on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let tools: FallbackTools
  beforeAll(async () => {
    ;({ test, tenant, tools } = await startFallbackTest(kind))
  })
  afterAll(() => test.stop())

  const fallback = [{ channel: 'whatsapp' }, { channel: 'sms', after: '15m' }]
  const at = (path: string) => `/workspaces/${tenant.workspace}${path}`
  const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * 60 * MINUTE).toISOString()
  const sendLater = async (more: object = {}) =>
    (await tools.send({ fallback, scheduled_for: inHours(1), expires_after: '20m', ...more })).delivery_id as number
  const move = (id: number, hours: number) =>
    test.manage('PATCH', at(`/deliveries/${id}`), { scheduled_for: inHours(hours) })
  /** Runs a bulk operation and returns it when `isDone` is true for its state. */
  const startBulk = async (body: object) => {
    const { body: made } = await test.manage('POST', at('/bulk-operations'), { mode: 'test', ...body })
    expect((await test.manage('POST', at(`/bulk-operations/${made.id}/start`))).status).toBe(202)
    return (isDone: (operation: { state: string; done: number }) => boolean) =>
      test.until(async () => {
        test.clock.advance(1000)
        const operation = (await test.manage('GET', at(`/bulk-operations/${made.id}`))).body
        return isDone(operation) && operation
      })
  }
  const ended = ({ state }: { state: string }) => state === 'done'

  it('starts the steps of a message that was moved beyond its first time to expire', async () => {
    const id = await sendLater()
    expect((await move(id, 3)).status).toBe(200)
    test.clock.advance(180 * MINUTE)
    await tools.minutesAfter(id, 15)
    expect(await tools.ended(id)).toMatchObject({ ended_reason: 'last_step', steps: [{}, { state: 'started' }] })
  })

  it('starts no step after the time to expire of a message that was moved to an earlier time', async () => {
    const id = await sendLater({
      scheduled_for: inHours(10),
      fallback: [fallback[0], { channel: 'sms', after: '30m' }],
    })
    expect((await move(id, 1)).status).toBe(200)
    test.clock.advance(60 * MINUTE)
    await tools.minutesAfter(id, 20)
    expect(await tools.ended(id)).toMatchObject({ ended_reason: 'expired', steps: [{}, { state: 'not_needed' }] })
  })

  it('starts the steps of messages that a bulk operation has moved', async () => {
    const ids = [await sendLater(), await sendLater()]
    const run = await startBulk({ action: 'reschedule', ids, scheduled_for: inHours(3) })
    await run(ended)
    test.clock.advance(180 * MINUTE)
    for (const id of ids) await test.settled(tenant, id, 'sent')
    await tools.minutesAfter(ids[0]!, 15)
    for (const id of ids) expect(await tools.ended(id)).toMatchObject({ ended_reason: 'last_step' })
  })

  it('a message without expires_after has no time to expire after it was moved', async () => {
    const id = await sendLater({ expires_after: null })
    expect((await move(id, 2)).status).toBe(200)
    const { rows } = await test.service.db.query({
      text: 'select expires_at from fallbacks where id = $1',
      values: [id],
    })
    expect(rows).toEqual([{ expires_at: null }])
  })

  it.skipIf(kind === 'embedded')(
    'a bulk operation changes a delivery that another transaction has locked when the lock has ended',
    async () => {
      const [locked, free] = [await sendLater(), await sendLater()]
      const run = await transaction(test.service.db, async (tx) => {
        await tx.query({ text: 'select from deliveries where id = $1 for update', values: [locked] })
        const started = await startBulk({ action: 'cancel', ids: [locked, free] })
        expect(await started(({ done }) => done === 1)).toMatchObject({ state: 'running', refused: 0 })
        return started
      })
      expect(await run(ended)).toMatchObject({ done: 2, refused: 0 })
    },
  )
})
