// Faults around the service: blocked connections, a full disk, a clock that is changed, messages that kill workers.
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { describe, expect, it, type TestContext } from 'vitest'
import { until } from '../harness/installation.ts'
import { databases } from '../harness/service.ts'
import { TOOK } from '../harness/storm.ts'
import { tell } from './tell.ts'
import { beginTrial } from './trial.ts'

/** Creates a folder that is deleted with the test. */
function folder(test: TestContext): string {
  const made = mkdtempSync(path.join(os.tmpdir(), 'carillon-fault-'))
  test.onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

// This test is first, because each kill lasts until a lease expires.
describe.each(databases)('%s', (kind) => {
  it('delivers all messages except those that kill their worker or never end', async (test) => {
    const { storm, grown, booksAgree } = await beginTrial(test, kind)
    const deadly = 'deadly'
    const endless = ['endless1', 'endless2', 'endless3']
    let dead = 0
    storm.answer = async (chat) => {
      if (chat === deadly) {
        dead++
        const sender = kind === 'postgres' ? storm.workers : [storm.api]
        for (const { child } of sender) child.kill('SIGKILL')
        await pause(1000)
      }
      return endless.includes(chat) ? { hang: true } : TOOK
    }
    await Promise.all(endless.map((chat) => storm.send(chat)))
    await until(60, async () => endless.every((chat) => storm.asked.has(chat)))
    await grown(100)
    // Not awaited yet: the message may kill the next process before it responds.
    const offered = storm.send(deadly)
    const tries = 4
    for (let died = 1; died <= tries; died++) {
      await until(200, async () => dead >= died)
      tell(test, `death ${died}`)
      if (kind === 'postgres') {
        await Promise.all(storm.workers.map(({ ended }) => ended))
        storm.workers = await Promise.all([storm.start('worker'), storm.start('worker')])
      } else {
        await storm.api.ended
        storm.api = await storm.start('start')
      }
    }
    await offered
    await grown(50)
    await until(200, async () => {
      const at = `/workspaces/${storm.site.workspace}/deliveries/${storm.acknowledged.get(deadly)}`
      return (await storm.installation.manage(storm.api.address, 'GET', at)).status === 'failed'
    })
    expect(dead).toBe(tries)
    await booksAgree(`${tries} deaths, then it failed; ${endless.length} messages without end`, {
      but: endless.length,
    })
  }, 900_000)
})

it('resumes after a statement blocked all connections of the pool', async (test) => {
  const { storm, grown, booksAgree } = await beginTrial(test, 'postgres', { env: { DATABASE_POOL: '3' } })
  await grown(100)
  const holder = new pg.Client({ connectionString: storm.installation.server!.url() })
  await holder.connect()
  // Every statement on deliveries waits for this lock and occupies its connection.
  await holder.query('begin; lock table deliveries in access exclusive mode')
  const before = storm.acknowledged.size
  await pause(20_000)
  const meanwhile = storm.acknowledged.size - before
  const alive = await fetch(`${storm.api.address}/v1/livez`)
  await holder.query('commit')
  await holder.end()
  await grown(200)
  expect(alive.status).toBe(200)
  expect(meanwhile).toBeLessThan(20)
  await booksAgree(`20 s in which nobody got through, ${storm.refused.get(503) ?? 0} answers of 503`)
}, 600_000)

it('refuses messages while the disk is full and resumes when there is space, embedded', async (test) => {
  const disk = folder(test)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=192m', 'tmpfs', disk]).status === 0
  if (!mounted) test.skip('this user may not use mount(8), which the small disk requires')
  test.onTestFinished(() => void spawnSync('umount', ['-l', disk]))
  const { storm, grown, booksAgree } = await beginTrial(test, 'embedded', { dataDir: path.join(disk, 'data') })
  await grown(150)
  const filler = path.join(disk, 'filler')
  fill(filler)
  const before = storm.acknowledged.size
  await until(120, async () => (storm.refused.get(503) ?? 0) + (storm.refused.get(0) ?? 0) > 20)
  const meanwhile = storm.acknowledged.size - before
  const ended = await Promise.race([storm.api.ended.then(() => true), pause(1000).then(() => false)])
  const said = storm.api.said()
  rmSync(filler)
  if (ended) storm.api = await storm.start('start')
  await grown(200)
  if (ended) expect(said).toMatch(/No space left on device/)
  await booksAgree(
    `${meanwhile} accepted on the last bytes, then ${ended ? 'it ended with a sentence' : 'it refused until there was room'}`,
  )
}, 600_000)

/** Fills the remaining space of the disk. */
function fill(file: string): void {
  const filler = openSync(file, 'w')
  for (let size = 1024 * 1024; size >= 512; ) {
    try {
      writeSync(filler, Buffer.alloc(size))
    } catch {
      size /= 2
    }
  }
  closeSync(filler)
}

describe.each(databases)('%s', (kind) => {
  it('delivers all messages while the clock is set forward and back', async (test) => {
    const clock = path.join(folder(test), 'off')
    writeFileSync(clock, '0')
    const NODE_OPTIONS = `--import ${fileURLToPath(new URL('./stepping-clock.mjs', import.meta.url))}`
    const { grown, booksAgree } = await beginTrial(test, kind, { env: { NODE_OPTIONS, CLOCK_FILE: clock } })
    await grown(100)
    const minutes = [2, -3, 120, 117, -30, 0]
    for (const off of minutes) {
      writeFileSync(clock, String(off * 60_000))
      await grown(80)
    }
    await booksAgree(`${minutes.join(', ')} minutes off in turn`)
  }, 600_000)
})
