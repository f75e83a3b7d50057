// Several processes accept exactly as many requests and messages as the limits permit, with repeated idempotency keys and
// while a process is killed. test/chaos/exact.chaos.ts does the same with more requests, ten times.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BurstAnswer,
  burstAnswer,
  contradictions,
  countStatus,
  keysOfBurst,
  readCounts,
  sendBurst,
} from '../harness/bursts.ts'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { post } from '../harness/installation.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { type Running, startProcess } from '../harness/processes.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

const SENDS = 60
const CREDITS = 20

describe('three processes that share counters', () => {
  const env = { MASTER_KEY: 'a master key that all processes share' }
  let test: TestService
  let second: TestService
  let third: Running
  let provider: Provider
  let addresses: string[]
  beforeAll(async () => {
    provider = await startProvider()
    test = await startTestService('postgres', env, 'api')
    second = await startTestService('postgres', { ...env, DATABASE_URL: test.databaseUrl! }, 'api')
    third = startProcess('api', { ...env, DATABASE_URL: test.databaseUrl!, DATA_DIR: test.dataDir })
    addresses = [test.url, second.url, await third.url]
  })
  afterAll(async () => {
    third.child.kill('SIGKILL')
    await third.ended
    await second.stop()
    await test.stop()
    await provider.stop()
  })

  const burst = (tenant: Tenant, onAnswer?: (answered: number) => void): Promise<BurstAnswer[]> =>
    sendBurst({
      processes: addresses.length,
      sends: SENDS,
      clients: 8,
      onAnswer,
      send: async (process, key) => {
        const body = { recipient: { telegram_chat_id: key }, template: 'hello', vars: { name: 'x' } }
        return burstAnswer(key, await post(addresses[process]!, tenant.liveKey, { ...body, idempotency_key: key }))
      },
    })

  it.each([1, 7, 100])(
    'three processes accept exactly a quota of %i messages, then charge credits until none are left',
    async (quota) => {
      const tenant = await createConnectedTenant(test, provider, { quota })
      await test.manage('POST', `/workspaces/${tenant.workspace}/credits`, { amount: CREDITS })
      const answers = await burst(tenant)
      const expected = { messages: quota + CREDITS, charged: quota, credits: CREDITS, counted: answers.length }
      expect(await readCounts(test.service.db, tenant.workspace)).toEqual(expected)
      expect(countStatus(answers, 202)).toBe(quota + CREDITS)
      expect(answers.filter(({ status, isOverage }) => status === 202 && isOverage)).toHaveLength(CREDITS)
      expect(contradictions(answers)).toEqual([])
    },
  )

  it.each([1, 7, 100])('three processes accept or replay exactly %i requests in an hour', async (rateLimit) => {
    const tenant = await createConnectedTenant(test, provider, { rate_limit: rateLimit })
    const answers = await burst(tenant)
    const accepted = countStatus(answers, 202)
    expect(await readCounts(test.service.db, tenant.workspace)).toEqual({
      ...{ messages: accepted, charged: accepted, credits: 0, counted: rateLimit },
    })
    expect(accepted + countStatus(answers, 200)).toBe(rateLimit)
    expect(contradictions(answers)).toEqual([])
  })

  it('three processes accept exactly the quota, and each key once, when one of them is killed', async () => {
    const quota = 110
    const tenant = await createConnectedTenant(test, provider, { quota })
    const answers = await burst(tenant, (answered) => answered === SENDS && third.child.kill('SIGKILL'))
    await third.ended
    const { messages, charged } = await readCounts(test.service.db, tenant.workspace)
    expect([messages, charged]).toEqual([quota, quota])
    expect(contradictions(answers)).toEqual([])
    expect(new Set(answers.map(({ key }) => key)).size).toBe(keysOfBurst({ processes: addresses.length, sends: SENDS }))
    expect((await checkInvariants(test.service.db)).mismatches).toEqual([])
  })
})
