// The embedded database: real directories on disk, real processes killed, real flushes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createCaretaker } from '../../src/store/embedded/caretaker.ts'
import { prepareCluster } from '../../src/store/embedded/cluster.ts'
import { DirectoryLocked, lockDirectory } from '../../src/store/embedded/lock.ts'
import { type EmbeddedDatabase, openEmbedded } from '../../src/store/embedded/open.ts'

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

describe('one session behind a pool', () => {
  let database: EmbeddedDatabase
  beforeAll(async () => {
    database = await open(newFolder())
    await database.pool.query('create table things (n int primary key, note text)')
  })
  afterAll(() => database.close())

  it('flushes once for each commit', async () => {
    const before = await database.flushes()
    for (let n = 1000; n < 1050; n++) await database.pool.query({ text: 'insert into things values ($1)', values: [n] })
    expect((await database.flushes()) - before).toBe(50)
    await database.pool.query('select count(*) from things')
    expect((await database.flushes()) - before).toBe(50)
  })

  it('answers twenty queries at once', async () => {
    const asked = Array.from({ length: 20 }, (_, n) => n)
    const results = await Promise.all(
      asked.map((n) => database.pool.query({ name: 'echo', text: 'select $1::int as n', values: [n] })),
    )
    expect(results.map((result) => result.rows[0].n)).toEqual(asked)
  })

  it('takes queries that are written before the first is answered', async () => {
    const client = await database.pool.connect()
    const results = await Promise.allSettled([
      client.query('begin'),
      client.query({ text: 'insert into things values ($1, $2)', values: [1, 'pipelined'] }),
      client.query({ text: 'select note from things where n = $1', values: [1] }),
      client.query('commit'),
      client.query('select 1/0'),
      client.query('select 2 as two'),
    ])
    client.release()
    expect(results.map((result) => result.status)).toEqual([...Array(4).fill('fulfilled'), 'rejected', 'fulfilled'])
    expect(results[2]).toMatchObject({ value: { rows: [{ note: 'pipelined' }] } })
    expect(results[4]).toMatchObject({ reason: { code: '22012' } })
  })

  it('gives errors their code and details and goes on', async () => {
    await database.pool.query('insert into things values (2)')
    await expect(database.pool.query('insert into things values (2)')).rejects.toMatchObject({
      code: '23505',
      constraint: 'things_pkey',
      table: 'things',
    })
    await expect(database.pool.query('selec')).rejects.toMatchObject({ code: '42601' })
    await expect(
      database.pool.query({ text: 'select $1::jsonb', values: ['['.repeat(200_000) + ']'.repeat(200_000)] }),
    ).rejects.toMatchObject({ code: '54001' })
    expect((await database.pool.query('select 3 as three')).rows).toEqual([{ three: 3 }])
  })

  it('hands a large value in and out whole', async () => {
    const text = 'à'.repeat(6 * MB)
    const result = await database.pool.query({ text: 'select $1::text as text', values: [text] })
    expect(result.rows[0].text === text).toBe(true)
  })

  it('starts every client in a clean session', async () => {
    const first = await database.pool.connect()
    await first.query('set work_mem = 1024')
    await first.query({ name: 'same', text: 'select 1 as one' })
    await first.query('select pg_advisory_lock(7)')
    await first.query('begin')
    await first.query('insert into things values (3)')
    await expect(first.query('select 1/0')).rejects.toMatchObject({ code: '22012' })
    first.release(true)

    const second = await database.pool.connect()
    expect((await second.query({ name: 'same', text: 'select 2 as two' })).rows).toEqual([{ two: 2 }])
    const left = await second.query(
      `select (select count(*)::int from things where n = 3) as rows, current_setting('work_mem') as memory,
              (select count(*)::int from pg_locks where locktype = 'advisory') as locks`,
    )
    expect(left.rows).toEqual([{ rows: 0, memory: '4MB', locks: 0 }])
    second.release()
  })

  it('knows what became of a transaction', async () => {
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(42)')
    const { id } = (await client.query('select pg_current_xact_id()::text as id')).rows[0]
    await client.query('insert into things values (4)')
    await client.query('commit')
    client.release()
    const { rows } = await database.pool.query({ text: 'select pg_xact_status($1::xid8) as status', values: [id] })
    expect(rows).toEqual([{ status: 'committed' }])
  })

  it('leaves the event loop free while it works', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 5)
    await database.pool.query('select sum(sqrt(g)) from generate_series(1, 2000000) g')
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })
})

describe('caretaker', () => {
  it('keeps the log and the tables small', async () => {
    const dataDir = newFolder()
    const database = await open(dataDir)
    const { pool } = database
    const caretaker = createCaretaker(['hot'])
    await pool.query('create table hot (n int primary key, state int, filler text) with (fillfactor = 90)')
    await pool.query("insert into hot select g, 0, repeat('x', 1000) from generate_series(1, 4000) g")
    const size = async () => Number((await pool.query("select pg_table_size('hot') as size")).rows[0].size)
    const written = async () =>
      Number((await pool.query("select (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint as wal")).rows[0].wal)
    const fresh = await size()
    const wal = await written()
    let largest = 0
    for (let round = 0; round < 40; round++) {
      await pool.query('update hot set state = state + 1')
      await pool.query('select pg_stat_force_next_flush()')
      await caretaker.tend(pool, SINCE)
      largest = Math.max(largest, sizeOf(path.join(dataDir, 'db', 'pg_wal')))
    }
    expect((await written()) - wal).toBeGreaterThan(200 * MB)
    expect(largest).toBeLessThan(200 * MB)
    expect(await size()).toBeLessThan(6 * fresh)
    await database.close()
  }, 60_000)

  it('leaves an idle database alone', async () => {
    const database = await open(newFolder())
    const caretaker = createCaretaker([])
    await database.pool.query('create table written ()')
    await caretaker.tend(database.pool, SINCE)
    const before = await database.flushes()
    await caretaker.tend(database.pool, new Date(SINCE.getTime() + 3_600_000))
    expect(await database.flushes()).toBe(before)
    await database.pool.query('drop table written')
    const dropped = await database.flushes()
    await caretaker.tend(database.pool, new Date(SINCE.getTime() + 7_200_000))
    expect(await database.flushes()).toBeGreaterThan(dropped)
    await database.close()
  })
})

describe('processes', () => {
  const children: ChildProcess[] = []
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  /** Starts a child and answers its lines. */
  function run(task: string, dataDir: string, env: Record<string, string> = {}) {
    const script = fileURLToPath(new URL('embedded/child.mjs', import.meta.url))
    const child = spawn(process.execPath, [script, task, dataDir, env['FAULT_FILE'] ?? ''], {
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

  it('keeps every acknowledged row when the process is killed, and starts again at once', async () => {
    const dataDir = newFolder()
    let expected = -1
    for (const rows of [60, 25]) {
      const writer = run('write', dataDir)
      const { open: time } = await writer.next()
      if (expected >= 0) expect(time).toBeLessThan(15_000)
      while ((expected = (await writer.next()).kept) < rows - 1);
      writer.child.kill('SIGKILL')
      for (;;) {
        const line = await writer.next().catch(() => undefined)
        if (!line) break
        expected = line.kept
      }
      const database = await open(dataDir)
      const { rows: kept } = await database.pool.query('select count(*)::int as count, max(n) as last from kept')
      // The last one may have been committed without a chance to say so.
      expect(kept[0].last - expected).toBeOneOf([0, 1])
      expect(kept[0].count).toBe(kept[0].last + 1)
      await database.pool.query('delete from kept')
      await database.close()
    }
  }, 60_000)

  it('makes a first start within 512 MB of memory', async () => {
    const starter = run('close', newFolder())
    const { peak } = await starter.next()
    expect((await starter.ended()).code).toBe(0)
    expect(peak).toBeLessThan(512 * MB)
  })

  it('refuses a second process with a sentence, until the first has closed', async () => {
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

  it('says why when the disk fails under a commit, and acknowledges nothing after it', async () => {
    const dataDir = newFolder()
    const preload = new URL('embedded/failing-flush.mjs', import.meta.url).href
    const env = { NODE_OPTIONS: `--import ${preload}`, FAULT_FILE: path.join(scratch, 'fault') }
    const victim = run('fault', dataDir, env)
    await victim.next()
    const lines = [await victim.next(), await victim.next(), await victim.next()]
    for (const line of lines) {
      expect(line.fatal ?? line.refused).toMatch(/The embedded database stopped: PANIC: .*I\/O error/)
    }
    expect((await victim.ended()).code).toBe(0)
    const database = await open(dataDir)
    await database.pool.query('insert into kept values (2)')
    await database.close()
  })
})

describe('lock', () => {
  it('goes to one of many who find a dead owner', async () => {
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

  it('does not mistake a process that got the number of a dead one for it', async () => {
    const dataDir = newFolder()
    const release = await lockDirectory(dataDir, SINCE)
    const file = path.join(dataDir, 'lock', '1')
    const owner = JSON.parse(readFileSync(file, 'utf8'))
    release()
    await expectFree(dataDir, { ...owner, started: '1' }, process.platform === 'linux')
    await expectFree(dataDir, { ...owner, pid: 2 ** 22 - 1 }, true)
  })

  it('waits for a sign of life from an owner it can not ask', async () => {
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

describe('first start', () => {
  it('begins again after one that was cut short', async () => {
    const dataDir = newFolder()
    mkdirSync(path.join(dataDir, 'db.preparing', 'base'), { recursive: true })
    writeFileSync(path.join(dataDir, 'db.preparing', 'PG_VERSION'), '18\n')
    const database = await open(dataDir)
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(existsSync(path.join(dataDir, 'db.preparing'))).toBe(false)
    expect(statSync(path.join(dataDir, 'db')).mode & 0o077).toBe(0)
    await database.close()
  })

  it('never touches a directory that is not its own', async () => {
    const dataDir = newFolder()
    mkdirSync(path.join(dataDir, 'db'), { recursive: true })
    writeFileSync(path.join(dataDir, 'db', 'photo.jpg'), 'precious')
    await expect(open(dataDir)).rejects.toThrow('holds files but no database')
    expect(readFileSync(path.join(dataDir, 'db', 'photo.jpg'), 'utf8')).toBe('precious')
  })

  it('has PGlite make the cluster where none is shipped for its version', async () => {
    const dataDir = newFolder()
    await prepareCluster(path.join(dataDir, 'db'), path.join(dataDir, 'no such archive'))
    const database = await open(dataDir)
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await database.close()
  }, 60_000)
})

function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)
}
