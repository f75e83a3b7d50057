// Storms: processes killed and stopped, a database that goes, providers that fail; the books agree after each.
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { until } from '../harness/installation.ts'
import type { Reply } from '../harness/provider.ts'
import { databases } from '../harness/service.ts'
import { TOOK } from '../harness/storm.ts'
import { tell } from './tell.ts'
import { beginTrial } from './trial.ts'

describe.each(databases)('%s', (kind) => {
  it('loses no message when api and worker processes are killed', async (test) => {
    const { storm, grown, booksAgree } = await beginTrial(test, kind)
    const kills = 4
    for (let kill = 0; kill < kills; kill++) {
      await grown(150)
      const victim = kill % 2 === 1 ? storm.workers.shift() : undefined
      ;(victim ?? storm.api).child.kill('SIGKILL')
      await (victim ?? storm.api).ended
      const role = victim ? 'worker' : kind === 'postgres' ? 'api' : 'start'
      const next = await storm.start(role)
      if (victim) storm.workers.push(next)
      else storm.api = next
    }
    await grown(100)
    await booksAgree(`${kills} kills`)
  }, 600_000)

  it('delivers all messages after a provider failed in every way', async (test) => {
    const { storm, grown, booksAgree } = await beginTrial(test, kind)
    const says = (status: number, description: string, more: object = {}): Reply => ({
      status,
      body: { ok: false, error_code: status, description, ...more },
    })
    const troubles: (() => Reply)[] = [
      () => says(500, 'Internal Server Error'),
      () => says(429, 'Too Many Requests: retry after 1', { parameters: { retry_after: 1 } }),
      () => ({ drop: 'now' }),
      () => ({ status: 502, text: '<html>Bad Gateway</html>' }),
      () => ({ drop: 'midway', ...TOOK }),
    ]
    await grown(100)
    for (const trouble of troubles) {
      storm.answer = (chat) => (Number(chat.slice(1)) % 3 === 0 ? trouble() : TOOK)
      await grown(40)
    }
    // Some chats do not exist, which is a permanent failure.
    storm.answer = (chat) => (Number(chat.slice(1)) % 7 === 0 ? says(400, 'Bad Request: chat not found') : TOOK)
    await grown(100)
    // The third attempt is two minutes after the second.
    await booksAgree(`${troubles.length} kinds of failure and one for good`, { seconds: 400 })
  }, 600_000)
})

describe('postgres', () => {
  it('ignores the results of a worker that was stopped (SIGSTOP) until its lease expired', async (test) => {
    const { storm, grown, booksAgree } = await beginTrial(test, 'postgres')
    const [sleeper, other] = storm.workers
    other!.child.kill('SIGTERM')
    await other!.ended
    const sendings = async () => {
      const at = `/workspaces/${storm.site.workspace}/deliveries?status=sending&limit=100`
      return (await storm.installation.manage(storm.api.address, 'GET', at)).data as { id: number }[]
    }
    // Telegram responds slowly, so that calls are in progress.
    let open = 0
    storm.answer = async () => {
      open++
      await pause(3000)
      open--
      return TOOK
    }
    await grown(60)
    await until(60, async () => open > 0)
    sleeper!.child.kill('SIGSTOP')
    const held = new Set((await sendings()).map(({ id }) => id))
    expect(held.size).toBeGreaterThan(0)
    tell(test, `stopped a worker that holds ${held.size} messages`)
    storm.answer = () => TOOK
    await storm.start('worker')
    await storm.calm()
    await until(100, async () => !(await sendings()).some(({ id }) => held.has(id)))
    sleeper!.child.kill('SIGCONT')
    storm.begin()
    await grown(100)
    const { repeats } = await booksAgree(`${held.size} messages held by the one that slept`)
    expect(repeats).toBeGreaterThan(0)
  }, 600_000)

  it('loses no message when PostgreSQL restarts twice and crashes twice', async (test) => {
    const { storm, grown, booksAgree } = await beginTrial(test, 'postgres')
    for (const signal of ['SIGINT', 'SIGKILL', 'SIGINT', 'SIGKILL'] as const) {
      await grown(150)
      storm.installation.server!.kill(signal)
      await pause(2000)
      await storm.installation.server!.restart()
    }
    await grown(150)
    await booksAgree(`${storm.refused.get(503) ?? 0} answers of 503 meanwhile`)
  }, 600_000)
})
