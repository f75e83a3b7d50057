// The sandbox, tested through the whole service: the outcome of a delivery to each magic address.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

interface Delivery {
  attempts: { outcome: string }[]
  history: { status: string }[]
}

const outcomes = (delivery: Delivery) => delivery.attempts.map(({ outcome }) => outcome)
const statuses = (delivery: Delivery) => delivery.history.map(({ status }) => status)

describe.each(databases)('magic addresses of the sandbox, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const sendTo = async (word: string): Promise<number> => {
    const answer = await test.send(tenant.testKey, {
      recipient: { email: `${word}@sandbox.test` },
      template: 'hello',
      vars: { name: 'Ada' },
    })
    expect(answer.status).toBe(202)
    return answer.body.delivery_id
  }
  const read = async (id: number) => (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body
  const afterAttempt = (id: number, count: number): Promise<Delivery> =>
    test.until(async () => {
      const delivery = await read(id)
      return delivery.attempts.length >= count && delivery.status !== 'sending' && delivery
    })

  it('a delivery to the magic address `bounce` or `blocked` fails at once, and a delivery to `delivered`, `read` or `rejected-later` gets a receipt [D27f]', async () => {
    expect(outcomes(await test.settled(tenant, await sendTo('bounce'), 'failed'))).toEqual(['recipient_gone'])
    expect(outcomes(await test.settled(tenant, await sendTo('blocked'), 'failed'))).toEqual(['permanent'])
    const ends = async (word: string, status: string) =>
      statuses(await test.settled(tenant, await sendTo(word), status)).slice(2)
    expect(await ends('delivered', 'delivered')).toEqual(['sent', 'delivered'])
    expect(await ends('read', 'read')).toEqual(['sent', 'delivered', 'read'])
    expect(await ends('rejected-later', 'failed')).toEqual(['sent', 'failed'])
  })

  it('a delivery to the magic address `throttled` is throttled for 30 seconds without counting an attempt, and is then sent [D27f]', async () => {
    const id = await sendTo('throttled')
    expect(outcomes(await afterAttempt(id, 1))).toEqual(['throttled'])
    test.clock.advance(31_000)
    expect(outcomes(await test.settled(tenant, id, 'sent'))).toEqual(['throttled', 'sent'])
  })

  it('a delivery to the magic address `flaky` fails once and is then sent, and each attempt to `unavailable` and `timeout` fails [D27f]', async () => {
    const flaky = await sendTo('flaky')
    const unavailable = await sendTo('unavailable')
    const timeout = await sendTo('timeout')
    for (let attempt = 1; attempt < 4; attempt++) {
      for (const id of [unavailable, timeout]) await afterAttempt(id, attempt)
      await afterAttempt(flaky, 1)
      test.clock.advance(700_000)
    }
    expect(outcomes(await test.settled(tenant, flaky, 'sent'))).toEqual(['retryable', 'sent'])
    expect(outcomes(await test.settled(tenant, unavailable, 'failed'))).toEqual(Array(4).fill('retryable'))
    expect(outcomes(await test.settled(tenant, timeout, 'failed'))).toEqual(Array(4).fill('ambiguous'))
  })

  it('a delivery to the magic address `slow` stays in the status `sending` for a while and is then sent [D27f]', async () => {
    const id = await sendTo('slow')
    await test.until(async () => (await read(id)).status === 'sending')
    expect(outcomes(await test.settled(tenant, id, 'sent'))).toEqual(['sent'])
  })
})
