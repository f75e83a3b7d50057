// A process sleeps in the middle of a set of send requests, as when its machine is suspended. Its locks delay the other
// processes only for a limited time. After it wakes up, nothing is stored or charged twice.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCounts } from '../harness/bursts.ts'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { post } from '../harness/installation.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { type StatementProxy, startStatementProxy } from '../harness/postgres-statements.ts'
import { type Running, startLimitedService } from '../harness/processes.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type TestService } from '../harness/service.ts'

/** The statement that begins each set (src/store/admission/gate.ts). */
const FIRST = 'gate-keys'
/** Milliseconds after which PostgreSQL ends a transaction whose process sends nothing. */
const IDLE_TRANSACTION = 2000
/** Longer than IDLE_TRANSACTION, because the test may run on a busy machine. */
const MOST_SECONDS = 20

describe('a process that sleeps in the middle of a set', () => {
  const env = { MASTER_KEY: 'a master key that both processes share' }
  let test: TestService
  let proxy: StatementProxy
  let sleeper: Running
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
    test = await startTestService('postgres', env, 'api')
    proxy = await startStatementProxy(test.databaseUrl!)
    const limits = { idleTransaction: IDLE_TRANSACTION }
    sleeper = startLimitedService({ role: 'api', limits }, { ...env, DATABASE_URL: proxy.url, DATA_DIR: test.dataDir })
    await sleeper.url
  })
  afterAll(async () => {
    sleeper.child.kill('SIGKILL')
    await sleeper.ended
    await proxy.stop()
    await test.stop()
    await provider.stop()
  })

  const stateOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0]

  /** Stops the process with SIGSTOP when it waits for this answer in its next set. Resolves when the process sleeps. */
  const stopBeforeAnswer = (after: number): Promise<void> =>
    new Promise((resolve, reject) => {
      proxy.interruptNext(FIRST, { direction: 'answers', after }, ({ resume }) => {
        sleeper.child.kill('SIGSTOP')
        test
          .until(async () => stateOf(sleeper.child.pid!) === 'T')
          .then(resume)
          .then(resolve, reject)
      })
    })

  const isWaiting = () =>
    test.until(async () => {
      const { rows } = await test.service.db.query({
        text: `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      })
      return rows.length > 0
    })

  it.each([
    // The first round trip of a set has four answers: BEGIN, the gate, the recipients and the idempotency keys.
    ['the idempotency key of its message', { rate_limit: 100_000, quota: 100_000 }, 3, 'same'],
    // Two more answers follow: the conversations and the window of the key. The next statement adds the usage.
    ['the counters of a key and a workspace near their limits', { rate_limit: 4, quota: 4 }, 6, 'other'],
  ])(
    'a sleeping process that has locked %s delays another process only for a limited time',
    async (_what, limits, after, sent) => {
      const tenant = await createConnectedTenant(test, provider, limits)
      const address = await sleeper.url
      const message = (name: string) => ({
        ...{ recipient: { telegram_chat_id: 'known' }, template: 'hello', vars: { name }, idempotency_key: name },
      })
      expect((await post(address, tenant.liveKey, message('first'))).status).toBe(202)
      const asleep = stopBeforeAnswer(after)
      const own = post(address, tenant.liveKey, message('same'))
      own.catch(() => {})
      await asleep
      const startedAt = performance.now()
      const sending = test.send(tenant.liveKey, message(sent))
      await isWaiting()
      expect([(await sending).status, (performance.now() - startedAt) / 1000 < MOST_SECONDS]).toEqual([202, true])
      sleeper.child.kill('SIGCONT')
      // PostgreSQL has ended the transaction of this set. If only COMMIT was left, the process repeats the set.
      const { status } = await own
      const isStored = sent === 'same' || status === 202
      expect([503, sent === 'same' ? 200 : 202]).toContain(status)
      expect((await post(address, tenant.liveKey, message('same'))).status).toBe(isStored ? 200 : 202)
      const counted = status === 503 ? 3 : 4
      const messages = new Set(['first', 'same', sent]).size
      expect(await readCounts(test.service.db, tenant.workspace)).toMatchObject({
        messages,
        charged: messages,
        counted,
      })
      expect((await checkInvariants(test.service.db)).mismatches).toEqual([])
    },
  )
})
