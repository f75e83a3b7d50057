// Limits, plans, keys and clocks that change during a burst of send requests through two processes. A change applies to
// each request that arrives after the answer to the change.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readCounts } from '../harness/bursts.ts'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

const CLIENTS = 8
const HOUR = 3600 * 1000
const DAY = 24 * HOUR

interface Sent {
  status: number
  error: string
  startedAt: number
}

/** Requests that clients send without a pause. */
interface Burst {
  sent: Sent[]
  /** Waits until this number of requests with this status were answered. */
  until(status: number, count: number): Promise<void>
  /** Stops the clients and waits for their last answers. */
  stop(): Promise<void>
}

describe('changes during a burst', () => {
  const env = { MASTER_KEY: 'a master key that both processes share' }
  let services: TestService[] = []
  let test: TestService
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
    test = await startTestService('postgres', env, 'api')
    services = [test, await startTestService('postgres', { ...env, DATABASE_URL: test.databaseUrl! }, 'api')]
  })
  afterAll(async () => {
    for (const service of services.toReversed()) await service.stop()
    await provider.stop()
  })

  const startBurst = (tenant: Tenant): Burst => {
    const sent: Sent[] = []
    let isSending = true
    let next = 0
    const client = async (index: number) => {
      while (isSending) {
        const startedAt = performance.now()
        const chat = `chat-${next++}`
        const message = { recipient: { telegram_chat_id: chat }, template: 'hello', vars: { name: 'Ada' } }
        const service = services[index % services.length]!
        const { status, body } = await service.send(tenant.liveKey, { ...message, idempotency_key: chat })
        sent.push({ status, error: body.error, startedAt })
      }
    }
    const clients = Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)))
    // A test awaits the clients only when it stops the burst.
    clients.catch(() => {})
    onTestFinished(() => {
      isSending = false
    })
    return {
      sent,
      until: (status, count) =>
        test.until(async () => sent.filter((answer) => answer.status === status).length >= count).then(() => {}),
      stop: () => {
        isSending = false
        return clients.then(() => {})
      },
    }
  }

  const countsOf = ({ workspace }: Tenant) => readCounts(test.service.db, workspace)
  const change = async (at: string, body: object) => {
    const { status } = await test.manage('PATCH', at, body)
    expect(status).toBe(200)
    return performance.now()
  }
  /** Returns the answers to the requests that began after this time, as statuses with error codes. */
  const answersAfter = ({ sent }: Burst, time: number) => [
    ...new Set(sent.filter(({ startedAt }) => startedAt > time).map(({ status, error }) => `${status} ${error}`)),
  ]
  /** Waits until each client has sent a few more requests. */
  const sendMore = async ({ sent }: Burst) => {
    const before = sent.length
    await test.until(async () => sent.length >= before + 5 * CLIENTS)
  }
  const expectInvariants = async () => expect((await checkInvariants(test.service.db)).mismatches).toEqual([])

  it('stores no more messages of an API key after the response that confirms its revocation', async () => {
    const tenant = await createConnectedTenant(test, provider, { rate_limit: 100_000, quota: 100_000 })
    const keys = `/workspaces/${tenant.workspace}/sources/${tenant.source}/api-keys`
    const { body } = await test.manage('GET', keys)
    const { id } = body.data.find(({ mode }: { mode: string }) => mode === 'live')
    const burst = startBurst(tenant)
    await burst.until(202, 50)
    expect((await test.manage('DELETE', `${keys}/${id}`)).status).toBe(204)
    const revokedAt = performance.now()
    const { messages } = await countsOf(tenant)
    await sendMore(burst)
    await burst.stop()
    expect(answersAfter(burst, revokedAt)).toEqual(['403 revoked_api_key'])
    expect((await countsOf(tenant)).messages).toBe(messages)
    await expectInvariants()
  })

  it.each([
    ['a rate limit', { rate_limit: 100_000 }, 'rate_limit', '429 rate_limited'],
    ['a quota', { quota: 100_000 }, 'quota', '429 quota_exceeded'],
  ])(
    'accepts nothing after %s was lowered below the current usage, and exactly the rest after it was raised again',
    async (_what, limits, field, refusal) => {
      const tenant = await createConnectedTenant(test, provider, limits)
      const workspace = `/workspaces/${tenant.workspace}`
      const at = field === 'quota' ? workspace : `${workspace}/sources/${tenant.source}`
      const burst = startBurst(tenant)
      await burst.until(202, 50)
      const loweredAt = await change(at, { [field]: 10 })
      await sendMore(burst)
      expect(answersAfter(burst, loweredAt)).toEqual([refusal])
      const raised = (await countsOf(tenant)).messages + 120
      await change(at, { [field]: raised })
      await test.until(async () => (await countsOf(tenant)).messages === raised)
      await sendMore(burst)
      await burst.stop()
      const { messages, charged, counted } = await countsOf(tenant)
      expect([messages, charged]).toEqual([raised, raised])
      if (field === 'rate_limit') expect(counted).toBe(raised)
      await expectInvariants()
    },
  )

  it('accepts exactly the messages of the new plan when the plan changes', async () => {
    const tenant = await createConnectedTenant(test, provider, { plan: 'unlimited' })
    const at = `/workspaces/${tenant.workspace}`
    const burst = startBurst(tenant)
    await burst.until(202, 50)
    await change(at, { plan: 'free' })
    await burst.until(429, 5 * CLIENTS)
    const { messages, charged } = await countsOf(tenant)
    expect([messages, charged]).toEqual([500, 500])
    await change(at, { plan: 'pro' })
    await burst.until(202, 560)
    await burst.stop()
    await expectInvariants()
  })

  it.each([
    ['together', [0, 1]],
    ['one after the other', [1, 0]],
  ])(
    'accepts exactly the limit in both hours if the clocks of the processes reach the second hour %s',
    async (how, order) => {
      const rateLimit = 100
      const tenant = await createConnectedTenant(test, provider, { rate_limit: rateLimit })
      const burst = startBurst(tenant)
      await burst.until(429, 1)
      for (const { clock } of services) clock.advance(HOUR / 2)
      await sendMore(burst)
      for (const index of order) {
        services[index]!.clock.advance(HOUR / 2)
        if (how !== 'together') await sendMore(burst)
      }
      await burst.until(202, 2 * rateLimit)
      await sendMore(burst)
      await burst.stop()
      expect(await countsOf(tenant)).toMatchObject({ messages: 2 * rateLimit, counted: rateLimit })
      await expectInvariants()
    },
  )

  it('accepts exactly the quota of each month while the clocks of the processes jump months ahead and back, one after the other', async () => {
    const quota = 60
    const tenant = await createConnectedTenant(test, provider, { quota })
    const months = new Set<string>()
    const burst = startBurst(tenant)
    for (const jump of [0, 31 * DAY, -31 * DAY, 62 * DAY, -62 * DAY]) {
      for (const { clock } of services) {
        clock.advance(jump)
        months.add(clock.now().toISOString().slice(0, 7))
        await burst.until(202, months.size * quota)
        await sendMore(burst)
      }
    }
    await burst.stop()
    expect(months.size).toBe(3)
    expect(await countsOf(tenant)).toMatchObject({ messages: 3 * quota, charged: 3 * quota })
    await expectInvariants()
  })

  it.each([
    ['a month ahead is set back, with a new hour', 31 * DAY, '202 undefined', 2],
    ['half an hour ahead is set back, within the same hour', HOUR / 2, '429 rate_limited', 1],
  ])('accepts exactly the limit in each hour when a clock that was %s', async (_what, jump, answer, hours) => {
    const rateLimit = 20
    const tenant = await createConnectedTenant(test, provider, { rate_limit: rateLimit })
    for (const { clock } of services) clock.advance(jump)
    const burst = startBurst(tenant)
    await burst.until(429, 1)
    for (const { clock } of services) clock.advance(-jump)
    const setBackAt = performance.now()
    await sendMore(burst)
    expect(answersAfter(burst, setBackAt)).toContain(answer)
    await burst.stop()
    expect(await countsOf(tenant)).toMatchObject({ messages: hours * rateLimit, counted: rateLimit })
    await expectInvariants()
  })
})
