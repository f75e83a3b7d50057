// Storms in which processes are killed or stopped, the database stops, or providers fail. The invariants hold after
// each storm.
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { until } from '../harness/installation.ts'
import type { Reply } from '../harness/provider.ts'
import { databases } from '../harness/service.ts'
import { ACCEPTED } from '../harness/storm.ts'
import { startChaosTest } from './chaos-test.ts'
import { logProgress } from './progress.ts'

describe.each(databases)('%s', (kind) => {
  it('loses no message when api and worker processes are killed', async (test) => {
    const { storm, acknowledge, expectInvariants } = await startChaosTest(test, kind)
    const kills = 4
    for (let kill = 0; kill < kills; kill++) {
      await acknowledge(150)
      const victim = kill % 2 === 1 ? storm.workers.shift() : undefined
      ;(victim ?? storm.api).child.kill('SIGKILL')
      await (victim ?? storm.api).ended
      const role = victim ? 'worker' : kind === 'postgres' ? 'api' : 'start'
      const next = await storm.start(role)
      if (victim) storm.workers.push(next)
      else storm.api = next
    }
    await acknowledge(100)
    await expectInvariants(`${kills} kills`)
  }, 600_000)

  it('delivers all messages after a provider failed in every way', async (test) => {
    const { storm, acknowledge, expectInvariants } = await startChaosTest(test, kind)
    const telegramError = (status: number, description: string, more: object = {}): Reply => ({
      status,
      body: { ok: false, error_code: status, description, ...more },
    })
    const troubles: (() => Reply)[] = [
      () => telegramError(500, 'Internal Server Error'),
      () => telegramError(429, 'Too Many Requests: retry after 1', { parameters: { retry_after: 1 } }),
      () => ({ drop: 'now' }),
      () => ({ status: 502, text: '<html>Bad Gateway</html>' }),
      () => ({ drop: 'midway', ...ACCEPTED }),
    ]
    await acknowledge(100)
    for (const trouble of troubles) {
      storm.answer = (chat) => (Number(chat.slice(1)) % 3 === 0 ? trouble() : ACCEPTED)
      await acknowledge(40)
    }
    // Some chats do not exist. Messages to them fail permanently.
    storm.answer = (chat) =>
      Number(chat.slice(1)) % 7 === 0 ? telegramError(400, 'Bad Request: chat not found') : ACCEPTED
    await acknowledge(100)
    // The third attempt is two minutes after the second.
    await expectInvariants(`${troubles.length} temporary kinds of failure and one permanent`, { seconds: 400 })
  }, 600_000)
})

describe('postgres', () => {
  it('ignores the results of a worker that was stopped with SIGSTOP and resumed after its lease expired', async (test) => {
    const { storm, acknowledge, expectInvariants } = await startChaosTest(test, 'postgres')
    const [sleeper, other] = storm.workers
    other!.child.kill('SIGTERM')
    await other!.ended
    const sendings = async () => {
      const at = `/workspaces/${storm.site.workspace}/deliveries?status=sending&limit=100`
      return (await storm.installation.manage(storm.api.address, 'GET', at)).data as { id: number }[]
    }
    // Telegram responds slowly, so that calls are in progress when the worker is stopped.
    let open = 0
    storm.answer = async () => {
      open++
      await pause(3000)
      open--
      return ACCEPTED
    }
    await acknowledge(60)
    await until(60, async () => open > 0)
    sleeper!.child.kill('SIGSTOP')
    const held = new Set((await sendings()).map(({ id }) => id))
    expect(held.size).toBeGreaterThan(0)
    logProgress(test, `stopped a worker that holds ${held.size} messages`)
    storm.answer = () => ACCEPTED
    await storm.start('worker')
    await storm.stopSending()
    await until(100, async () => !(await sendings()).some(({ id }) => held.has(id)))
    sleeper!.child.kill('SIGCONT')
    storm.startSending()
    await acknowledge(100)
    const { repeats } = await expectInvariants(`${held.size} messages claimed by the stopped worker`)
    expect(repeats).toBeGreaterThan(0)
  }, 600_000)

  it('loses no message when PostgreSQL restarts twice and crashes twice', async (test) => {
    const { storm, acknowledge, expectInvariants } = await startChaosTest(test, 'postgres')
    for (const signal of ['SIGINT', 'SIGKILL', 'SIGINT', 'SIGKILL'] as const) {
      await acknowledge(150)
      storm.installation.server!.kill(signal)
      await pause(2000)
      await storm.installation.server!.restart()
    }
    await acknowledge(150)
    await expectInvariants(`${storm.refused.get(503) ?? 0} responses of 503`)
  }, 600_000)
})
