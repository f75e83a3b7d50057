// Faults around the service: blocked connections, a full disk, clock changes, and messages that kill workers.
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
import { ACCEPTED } from '../harness/storm.ts'
import { startChaosTest } from './chaos-test.ts'
import { logProgress } from './progress.ts'

/** Creates a folder that is deleted at the end of the test. */
function folder(test: TestContext): string {
  const made = mkdtempSync(path.join(os.tmpdir(), 'carillon-fault-'))
  test.onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

// This test runs first because it is slow: after each kill it waits until a lease expires.
describe.each(databases)('%s', (kind) => {
  it('delivers all messages, except messages whose call to the provider kills the worker or never ends', async (test) => {
    const { storm, acknowledge, expectInvariants } = await startChaosTest(test, kind)
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
      return endless.includes(chat) ? { hang: true } : ACCEPTED
    }
    await Promise.all(endless.map((chat) => storm.send(chat)))
    await until(60, async () => endless.every((chat) => storm.sendAttempts.has(chat)))
    await acknowledge(100)
    // Do not wait for this response yet: the message may kill the process that should respond.
    const offered = storm.send(deadly)
    const attempts = 4
    for (let died = 1; died <= attempts; died++) {
      await until(200, async () => dead >= died)
      logProgress(test, `death ${died}`)
      if (kind === 'postgres') {
        await Promise.all(storm.workers.map(({ ended }) => ended))
        storm.workers = await Promise.all([storm.start('worker'), storm.start('worker')])
      } else {
        await storm.api.ended
        storm.api = await storm.start('start')
      }
    }
    await offered
    await acknowledge(50)
    await until(200, async () => {
      const at = `/workspaces/${storm.site.workspace}/deliveries/${storm.acknowledged.get(deadly)}`
      return (await storm.installation.manage(storm.api.address, 'GET', at)).status === 'failed'
    })
    expect(dead).toBe(attempts)
    await expectInvariants(`${attempts} worker deaths, then the message failed; ${endless.length} messages never end`, {
      maxWaiting: endless.length,
    })
  }, 900_000)
})

it('the service accepts messages again after a lock blocked all connections of the pool', async (test) => {
  const { storm, acknowledge, expectInvariants } = await startChaosTest(test, 'postgres', {
    env: { DATABASE_POOL: '3' },
  })
  await acknowledge(100)
  const holder = new pg.Client({ connectionString: storm.installation.server!.url() })
  await holder.connect()
  // Every statement on deliveries waits for this lock and blocks one connection of the pool.
  await holder.query('begin; lock table deliveries in access exclusive mode')
  const before = storm.acknowledged.size
  await pause(20_000)
  const meanwhile = storm.acknowledged.size - before
  const alive = await fetch(`${storm.api.address}/v1/livez`)
  await holder.query('commit')
  await holder.end()
  await acknowledge(200)
  expect(alive.status).toBe(200)
  expect(meanwhile).toBeLessThan(20)
  await expectInvariants(`blocked for 20 s, ${storm.refused.get(503) ?? 0} responses of 503`)
}, 600_000)

it('refuses messages while the disk of the embedded database is full, and accepts messages again when there is space', async (test) => {
  const disk = folder(test)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=192m', 'tmpfs', disk]).status === 0
  if (!mounted) test.skip('this user may not use mount(8), which the small disk requires')
  test.onTestFinished(() => void spawnSync('umount', ['-l', disk]))
  const { storm, acknowledge, expectInvariants } = await startChaosTest(test, 'embedded', {
    dataDir: path.join(disk, 'data'),
  })
  await acknowledge(150)
  const filler = path.join(disk, 'filler')
  fill(filler)
  const before = storm.acknowledged.size
  await until(120, async () => (storm.refused.get(503) ?? 0) + (storm.refused.get(0) ?? 0) > 20)
  const meanwhile = storm.acknowledged.size - before
  const { ended: end, output } = storm.api
  rmSync(filler)
  // The service may end a moment after the disk became full.
  const ended = await Promise.race([end.then(() => true), acknowledge(200).then(() => false)])
  if (ended) {
    expect(output()).toMatch(/No space left on device/)
    storm.api = await storm.start('start')
    await acknowledge(200)
  }
  await expectInvariants(
    `${meanwhile} accepted on the full disk, then the service ${ended ? 'exited with an error' : 'refused requests'}`,
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
    const { acknowledge, expectInvariants } = await startChaosTest(test, kind, {
      env: { NODE_OPTIONS, CLOCK_FILE: clock },
    })
    await acknowledge(100)
    const minutes = [2, -3, 120, 117, -30, 0]
    for (const off of minutes) {
      writeFileSync(clock, String(off * 60_000))
      await acknowledge(80)
    }
    await expectInvariants(`clock off by ${minutes.join(', ')} minutes in turn`)
  }, 600_000)
})
