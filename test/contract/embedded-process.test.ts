// The embedded database with several processes and starts: kills, failing disks, the lock, and the first start.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { prepareCluster } from '../../src/store/embedded/cluster.ts'
import { DirectoryLocked, lockDirectory } from '../../src/store/embedded/lock.ts'
import { openEmbedded } from '../../src/store/embedded/open.ts'

const SINCE = new Date('2026-01-02T03:04:05Z')
const MB = 1024 * 1024
const scratch = mkdtempSync(path.join(os.tmpdir(), 'carillon-embedded-'))
let folders = 0
const newFolder = () => path.join(scratch, String(folders++))
const open = (dataDir: string) =>
  openEmbedded(dataDir, {
    since: SINCE,
    onFatal: (error) => {
      throw error
    },
  })
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe('processes of the embedded database', () => {
  const children: ChildProcess[] = []
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  /** Starts a child process. The returned object reads the lines that the process prints. */
  function run(task: string, dataDir: string, env: Record<string, string> = {}) {
    const script = fileURLToPath(new URL('embedded/child.mjs', import.meta.url))
    const child = spawn(process.execPath, [script, task, dataDir, env.FAULT_FILE ?? ''], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    let errors = ''
    child.stderr.on('data', (text) => {
      errors += text
    })
    const ended = once(child, 'close')
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    return {
      child,
      ended: async () => {
        await ended
        return { code: child.exitCode, errors }
      },
      async next() {
        const { value, done } = await lines.next()
        if (done) throw new Error(`the child ended: ${errors}`)
        return JSON.parse(value)
      },
    }
  }

  it.runIf(process.platform === 'linux')(
    'opens the embedded database and parses statements with less than 450 MB of memory',
    async () => {
      const child = run('parse', newFolder())
      await child.next()
      expect((await child.next()).largest).toBeLessThan(450)
    },
  )

  it('the embedded database starts again after its process is killed, and contains every acknowledged row', async () => {
    const dataDir = newFolder()
    let expected = -1
    const writer = run('write', dataDir)
    await writer.next()
    for (let n = 0; n < 60; n++) expected = (await writer.next()).kept
    writer.child.kill('SIGKILL')
    for (;;) {
      const line = await writer.next().catch(() => undefined)
      if (!line) break
      expected = line.kept
    }
    // The output may end before the process ends. The process keeps the lock of the folder until it ends.
    await writer.ended()
    const database = await open(dataDir)
    const { rows: kept } = await database.pool.query('select count(*)::int as count, max(n) as last from kept')
    // The last row may have been committed before the process could report it.
    expect(kept[0].last - expected).toBeOneOf([0, 1])
    expect(kept[0].count).toBe(kept[0].last + 1)
    await database.close()
  })

  it('the first start of the embedded database uses less than 512 MB of memory', async () => {
    const starter = run('close', newFolder())
    const { peak } = await starter.next()
    expect((await starter.ended()).code).toBe(0)
    expect(peak).toBeLessThan(512 * MB)
  })

  it('refuses to open the database folder in a second process, with an explanation, until the first process has closed it', async () => {
    const dataDir = newFolder()
    const database = await open(dataDir)
    const second = run('close', dataDir)
    const { code, errors } = await second.ended()
    expect(code).toBe(1)
    expect(errors).toContain(`in use by process ${process.pid}`)
    expect(errors).toContain('since 2026-01-02T03:04:05.000Z')
    expect(errors).toContain('set DATABASE_URL')
    await database.close()
    expect((await run('close', dataDir).ended()).code).toBe(0)
  })

  it('the embedded database stops with a reason when the disk fails during a commit, and refuses all later statements', async () => {
    const dataDir = newFolder()
    const preload = new URL('embedded/failing-flush.mjs', import.meta.url).href
    const env = { NODE_OPTIONS: `--import ${preload}`, FAULT_FILE: path.join(scratch, 'fault') }
    const victim = run('fault', dataDir, env)
    await victim.next()
    const lines: { fatal?: string; refused?: string; as?: string }[] = []
    while (lines.length < 5) lines.push(await victim.next())
    for (const line of lines) {
      expect(line.fatal ?? line.refused).toMatch(/The embedded database stopped: PANIC: .*I\/O error/)
    }
    // Only the outcome of the first commit is unknown.
    expect(lines.filter((line) => line.as === 'CommitUnknown')).toHaveLength(1)
    expect((await victim.ended()).code).toBe(0)
    const database = await open(dataDir)
    await database.pool.query('insert into kept values (2)')
    await database.close()
  })
})

describe('lock of the data folder', () => {
  it('gives the lock of a dead process to only one of several processes that request the lock', async () => {
    const dataDir = newFolder()
    const owner = { pid: 1, host: os.hostname(), started: 'another', space: '', since: SINCE.toISOString() }
    const release = await lockDirectory(dataDir, SINCE)
    const mine = JSON.parse(readFileSync(path.join(dataDir, 'lock', '1'), 'utf8'))
    release()
    writeFileSync(path.join(dataDir, 'lock', '2'), JSON.stringify({ ...owner, space: mine.space }))
    const takers = await Promise.allSettled(Array.from({ length: 8 }, () => lockDirectory(dataDir, SINCE)))
    const winners = takers.filter((taker) => taker.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    for (const taker of takers) {
      if (taker.status === 'rejected') expect(taker.reason).toBeInstanceOf(DirectoryLocked)
    }
    winners[0]!.value()
    const release2 = await lockDirectory(dataDir, SINCE)
    expect(readdirSync(path.join(dataDir, 'lock'))).toEqual(['4'])
    release2()
  })

  it('detects that the owner of a lock has ended although another process now has its process id', async () => {
    const dataDir = newFolder()
    const release = await lockDirectory(dataDir, SINCE)
    const file = path.join(dataDir, 'lock', '1')
    const owner = JSON.parse(readFileSync(file, 'utf8'))
    release()
    await expectFree(dataDir, { ...owner, started: '1' }, process.platform === 'linux')
    await expectFree(dataDir, { ...owner, pid: 2 ** 22 - 1 }, true)
  })

  it('takes a lock from an owner on another host only if the owner writes no heartbeat for some time', async () => {
    const dataDir = newFolder()
    mkdirSync(path.join(dataDir, 'lock'), { recursive: true })
    const file = path.join(dataDir, 'lock', '5')
    const owner = { pid: 1, host: 'elsewhere', space: '', started: null, since: SINCE.toISOString() }
    writeFileSync(file, JSON.stringify(owner))
    const beat = setInterval(() => writeFileSync(file, JSON.stringify(owner)), 100)
    await expect(lockDirectory(dataDir, SINCE, 2000)).rejects.toThrow('process 1 on elsewhere')
    clearInterval(beat)
    const release = await lockDirectory(dataDir, SINCE, 500)
    release()
  })

  async function expectFree(dataDir: string, owner: object, free: boolean) {
    const newest = Math.max(...readdirSync(path.join(dataDir, 'lock')).map(Number))
    writeFileSync(path.join(dataDir, 'lock', String(newest + 1)), JSON.stringify(owner))
    const taken = await lockDirectory(dataDir, SINCE).catch((error) => error)
    expect(taken instanceof DirectoryLocked).toBe(!free)
    if (free) taken()
    else rmSync(path.join(dataDir, 'lock', String(newest + 1)))
  }
})

describe('first start of the embedded database', () => {
  it('the embedded database starts again after an interrupted first start', async () => {
    const dataDir = newFolder()
    mkdirSync(path.join(dataDir, 'db.preparing', 'base'), { recursive: true })
    writeFileSync(path.join(dataDir, 'db.preparing', 'PG_VERSION'), '18\n')
    const database = await open(dataDir)
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(existsSync(path.join(dataDir, 'db.preparing'))).toBe(false)
    expect(statSync(path.join(dataDir, 'db')).mode & 0o077).toBe(0)
    await database.close()
  })

  it('refuses a database folder that contains other files, and does not change the folder', async () => {
    const dataDir = newFolder()
    mkdirSync(path.join(dataDir, 'db'), { recursive: true })
    writeFileSync(path.join(dataDir, 'db', 'photo.jpg'), 'precious')
    await expect(open(dataDir)).rejects.toThrow('contains files but no database')
    expect(readFileSync(path.join(dataDir, 'db', 'photo.jpg'), 'utf8')).toBe('precious')
  })

  it('PGlite creates the database files if no prepared archive of the files exists for its version', async () => {
    const dataDir = newFolder()
    await prepareCluster(path.join(dataDir, 'db'), path.join(dataDir, 'no such archive'))
    const database = await open(dataDir)
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await database.close()
  })
})
