// Four api processes share one PostgreSQL database. They accept exactly as many requests and messages as the limits
// permit, even if a process is killed or the clock jumps. The tests repeat this ten times, also with small limits.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import type { Database } from '../../src/store/database.ts'
import {
  type BurstAnswer,
  burstAnswer,
  contradictions,
  countStatus,
  keysOfBurst,
  readCounts,
  sendBurst,
} from '../harness/bursts.ts'
import { createInstallation, type Installation, post, type Site, until } from '../harness/installation.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { logProgress } from './progress.ts'

const RUNS = 10
const PROCESSES = 4
const SENDS = 2000
const QUOTA = 5000
/** Small limits. In each run, each limit has a separate workspace. */
const SMALL_LIMITS = [1, 7, 100]
/** The number of requests that each process sends to each of these workspaces. */
const SMALL_SENDS = 150
/** Milliseconds for all runs of a test on a busy machine. */
const TIMEOUT = 3_600_000
const MASTER_KEY = 'a master key that all processes share'
const DAY = 24 * 3600 * 1000

describe('four api processes', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-clock-'))
  const clockFile = path.join(folder, 'clock')
  const env = {
    MASTER_KEY,
    CLOCK_FILE: clockFile,
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('stepping-clock.mjs', import.meta.url))}`,
  }
  let installation: Installation
  let provider: Provider
  let apis: Awaited<ReturnType<Installation['start']>>[] = []
  let db: Database
  beforeAll(async () => {
    setClock(0)
    provider = await startProvider()
    installation = await createInstallation('postgres')
    // This process migrates the database. No worker runs during the bursts.
    const first = await installation.start('start', env)
    apis = await Promise.all(Array.from({ length: PROCESSES }, () => installation.start('api', env)))
    first.child.kill('SIGTERM')
    await first.ended
    db = await installation.open()
  })
  afterAll(async () => {
    await db.close()
    await installation.remove()
    await provider.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const setClock = (milliseconds: number) => writeFileSync(clockFile, String(milliseconds))

  const newSite = async ({ quota, rateLimit }: { quota?: number; rateLimit?: number }): Promise<Site> => {
    const site = await installation.createSite(apis[0]!.address, provider.url, { quota: quota ?? 1_000_000_000 })
    const source = `/workspaces/${site.workspace}/sources/${site.source}`
    if (rateLimit !== undefined) await installation.manage(apis[0]!.address, 'PATCH', source, { rate_limit: rateLimit })
    return site
  }

  const burst = (site: Site, sends: number, onAnswer?: (answered: number) => void): Promise<BurstAnswer[]> =>
    sendBurst({
      processes: PROCESSES,
      sends,
      clients: 16,
      onAnswer,
      send: async (process, key) => {
        const body = { recipient: { telegram_chat_id: key }, template: 'hello', vars: { name: 'x' } }
        return burstAnswer(key, await post(apis[process]!.address, site.liveKey, { ...body, idempotency_key: key }))
      },
    })

  /** Kills a process and starts another one in its place. */
  const replaceProcess = async (index: number): Promise<void> => {
    const killed = apis[index]!
    killed.child.kill('SIGKILL')
    await killed.ended
    apis[index] = await installation.start('api', env)
  }

  /** Kills a process as soon as `at` requests were answered. Consecutive runs kill different processes. */
  const killerOf = (run: number, kills: boolean, at: number) => {
    let replaced: Promise<void> | undefined
    return {
      onAnswer: (answered: number) => {
        if (kills && answered >= at) replaced ??= replaceProcess(run % PROCESSES)
      },
      finished: () => replaced,
    }
  }

  const reportRun = (test: TestContext, run: number, figures: string) => {
    test.task.meta.figures = `${run + 1} runs, each with ${figures}`
    logProgress(test, test.task.meta.figures)
  }

  const kinds: [string, boolean][] = [
    ['', false],
    [' when a process is killed', true],
  ]

  it.for(kinds)('accepts exactly the quota in each of ten runs%s', { timeout: TIMEOUT }, async ([, kills], test) => {
    for (let run = 0; run < RUNS; run++) {
      const site = await newSite({ quota: QUOTA })
      // In each run, the kill is later than in the previous run. In the first runs, the quota is not used up by then.
      const killer = killerOf(run, kills, ((run + 0.5) / RUNS) * PROCESSES * SENDS)
      const answers = await burst(site, SENDS, killer.onAnswer)
      await killer.finished()
      const { messages, charged } = await readCounts(db, site.workspace)
      expect([run, messages, charged]).toEqual([run, QUOTA, QUOTA])
      expect(contradictions(answers)).toEqual([])
      expect(new Set(answers.map(({ key }) => key)).size).toBe(keysOfBurst({ processes: PROCESSES, sends: SENDS }))
      // A killed process may have accepted a request without an answer. The client then repeats the request and gets a
      // replay with the status 200.
      if (kills) expect(countStatus(answers, 202)).toBeLessThanOrEqual(QUOTA)
      else expect(countStatus(answers, 202)).toBe(QUOTA)
      reportRun(test, run, `${answers.length} sends, ${messages} accepted`)
    }
    expect((await checkInvariants(db)).mismatches).toEqual([])
  })

  it.for(kinds)(
    'accepts exactly as much as limits of 1, 7 and 100 permit in each of ten runs%s',
    { timeout: TIMEOUT },
    async ([, kills], test) => {
      for (let run = 0; run < RUNS; run++) {
        const sites = await Promise.all(
          SMALL_LIMITS.flatMap((limit) => [
            newSite({ quota: limit }).then((site) => ({ site, check: expectQuota(limit, kills) })),
            newSite({ rateLimit: limit }).then((site) => ({ site, check: expectRateLimit(limit, kills) })),
          ]),
        )
        const killer = killerOf(run, kills, (run + 1) * 10)
        await Promise.all(
          sites.map(async ({ site, check }) => check(site, await burst(site, SMALL_SENDS, killer.onAnswer))),
        )
        await killer.finished()
        reportRun(test, run, `${PROCESSES * SMALL_SENDS} sends for each of ${sites.length} limits`)
      }
      expect((await checkInvariants(db)).mismatches).toEqual([])
    },
  )

  const expectQuota = (quota: number, kills: boolean) => async (site: Site, answers: BurstAnswer[]) => {
    expect(await readCounts(db, site.workspace)).toMatchObject({ messages: quota, charged: quota })
    expect(contradictions(answers)).toEqual([])
    if (!kills) expect(countStatus(answers, 202)).toBe(quota)
  }

  const expectRateLimit = (rateLimit: number, kills: boolean) => async (site: Site, answers: BurstAnswer[]) => {
    const { messages, charged, counted } = await readCounts(db, site.workspace)
    const accepted = countStatus(answers, 202)
    expect([counted, charged]).toEqual([rateLimit, messages])
    expect(contradictions(answers)).toEqual([])
    if (!kills) expect([messages, accepted + countStatus(answers, 200)]).toEqual([accepted, rateLimit])
    expect(messages).toBeLessThanOrEqual(rateLimit)
  }

  it('accepts exactly the quota of each month while the clock jumps into the next month and back', async (test) => {
    const quota = 500
    const site = await newSite({ quota })
    const usage = async () => {
      const { rows } = await db.query<{ quota_used: number }>({
        text: 'select quota_used from usage_periods where workspace_id = $1 order by period',
        values: [site.workspace],
      })
      return rows.map(({ quota_used }) => quota_used)
    }
    let next = 0
    let answered = 0
    let isSending = true
    const client = async (process: number) => {
      while (isSending) {
        const key = `c${next++}`
        const body = { recipient: { telegram_chat_id: key }, template: 'hello', vars: { name: 'x' } }
        const answer = await post(apis[process]!.address, site.liveKey, { ...body, idempotency_key: key })
        expect([202, 429]).toContain(answer.status)
        answered++
      }
    }
    const clients = Promise.all(Array.from({ length: 4 * PROCESSES }, (_, index) => client(index % PROCESSES)))
    // The test awaits the clients only at its end. Without this handler, an earlier rejection would be unhandled.
    clients.catch(() => {})
    const jumps = [0, 31 * DAY, 0, 62 * DAY, 31 * DAY - 3600 * 1000, 0]
    try {
      const months = new Set<string>()
      for (const jump of jumps) {
        setClock(jump)
        months.add(new Date(Date.now() + jump).toISOString().slice(0, 7))
        const before = answered
        await until(120, async () => {
          const full = (await usage()).filter((used) => used === quota)
          return answered >= before + 500 && full.length === months.size
        })
        logProgress(test, `clock ${jump / DAY} days ahead: ${(await usage()).join(', ')}`)
      }
    } finally {
      isSending = false
      setClock(0)
      await clients
    }
    test.task.meta.figures = `charged by month: ${(await usage()).join(', ')}`
    expect(new Set(await usage())).toEqual(new Set([quota]))
    expect((await checkInvariants(db)).mismatches).toEqual([])
  }, 300_000)
})
