// The embedded database within one process: one session shared by a pool, and the maintenance that keeps the database
// small.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedOn, forBackgroundWork, transaction } from '../../src/store/database.ts'
import { createEmbeddedMaintenance } from '../../src/store/embedded/maintenance.ts'
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

describe('pool over one embedded session', () => {
  let database: EmbeddedDatabase
  beforeAll(async () => {
    database = await open(newFolder())
    await database.pool.query('create table things (n int primary key, note text)')
  })
  afterAll(() => database.close())

  it('flushes the embedded database to disk once for each commit', async () => {
    const before = await database.flushes()
    for (let n = 1000; n < 1050; n++) await database.pool.query({ text: 'insert into things values ($1)', values: [n] })
    expect((await database.flushes()) - before).toBe(50)
    await database.pool.query('select count(*) from things')
    expect((await database.flushes()) - before).toBe(50)
  })

  it('answers twenty concurrent queries on the embedded database', async () => {
    const numbers = Array.from({ length: 20 }, (_, n) => n)
    const results = await Promise.all(
      numbers.map((n) => database.pool.query({ name: 'echo', text: 'select $1::int as n', values: [n] })),
    )
    expect(results.map((result) => result.rows[0].n)).toEqual(numbers)
  })

  it('accepts queries that are sent before the first query is answered', async () => {
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

  it('the embedded database reports the code and details of an error and continues to work', async () => {
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

  it('transfers a value of 12 MB to and from the embedded database completely', async () => {
    const text = 'à'.repeat(6 * MB)
    const result = await database.pool.query({ text: 'select $1::text as text', values: [text] })
    expect(result.rows[0].text === text).toBe(true)
  })

  it('starts every client of the embedded database in a clean session', async () => {
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

  it('background work gets the embedded database alternately with requests while hundreds of requests wait', async () => {
    const requests = embeddedOn(database.pool, () => database.close())
    const work = forBackgroundWork(requests)
    let answered = 0
    const flood = Array.from({ length: 300 }, async () => {
      await transaction(requests, (tx) => tx.query({ text: 'select 1' }))
      answered++
    })
    for (let n = 0; n < 5; n++) await transaction(work, (tx) => tx.query({ text: 'select 2' }))
    expect(requests.place?.queue.waiting()).toBeGreaterThan(200)
    expect(answered).toBeLessThan(20)
    await Promise.all(flood)
    expect(answered).toBe(300)
    expect((await requests.query<{ three: number }>({ text: 'select 3 as three' })).rows).toEqual([{ three: 3 }])
  })

  it('a task that fails leaves the queue of the embedded database', async () => {
    const other = await open(newFolder())
    const requests = embeddedOn(other.pool, () => other.close())
    const failing = transaction(requests, async () => {
      throw new Error('the work failed')
    })
    await expect(failing).rejects.toThrow('the work failed')
    expect((await requests.query<{ one: number }>({ text: 'select 1 as one' })).rows).toEqual([{ one: 1 }])
    await requests.close()
    for (let n = 0; n < 3; n++) await expect(requests.query({ text: 'select 1' })).rejects.toThrow('after calling end')
    expect(requests.place?.queue.waiting()).toBe(0)
  })

  it('the embedded database finds a committed transaction by its id and reports it as committed', async () => {
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

  it('does not block the event loop during a query of the embedded database', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 5)
    await database.pool.query('select sum(sqrt(g)) from generate_series(1, 2000000) g')
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })
})

describe('maintenance of the embedded database', () => {
  it('keeps the write-ahead log and the tables of the embedded database small', async () => {
    const dataDir = newFolder()
    const database = await open(dataDir)
    const { pool } = database
    const maintenance = createEmbeddedMaintenance(['hot'])
    await pool.query('create table hot (n int primary key, state int, filler text) with (fillfactor = 90)')
    await pool.query("insert into hot select g, 0, repeat('x', 1000) from generate_series(1, 8000) g")
    const size = async () => Number((await pool.query("select pg_table_size('hot') as size")).rows[0].size)
    const written = async () =>
      Number((await pool.query("select (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint as wal")).rows[0].wal)
    const fresh = await size()
    const wal = await written()
    let largest = 0
    for (let round = 0; round < 20; round++) {
      await pool.query('update hot set state = state + 1')
      await pool.query('select pg_stat_force_next_flush()')
      await maintenance.run(pool, SINCE)
      largest = Math.max(largest, sizeOf(path.join(dataDir, 'db', 'pg_wal')))
    }
    expect((await written()) - wal).toBeGreaterThan(200 * MB)
    expect(largest).toBeLessThan(200 * MB)
    expect(await size()).toBeLessThan(9 * fresh)
    await database.close()
  })

  it('the embedded database plans a prepared statement again after an empty table has grown', async () => {
    const database = await open(newFolder())
    const client = await database.pool.connect()
    const maintenance = createEmbeddedMaintenance([])
    await client.query('create table grown (n int primary key)')
    await client.query('vacuum (analyze) grown')
    await client.query('set plan_cache_mode = force_generic_plan')
    await client.query('prepare find(int) as select n from grown where n = $1')
    const plan = async () =>
      (await client.query('explain (costs off) execute find(1)')).rows.map((row) => row['QUERY PLAN'])
    const rowsRead = async () => {
      for (const n of [1, 2, 3]) await client.query(`execute find(${n})`)
      await client.query('select pg_stat_force_next_flush()')
      return (await client.query(`select seq_tup_read::int as n from pg_stat_user_tables where relname = 'grown'`))
        .rows[0].n
    }
    await plan()
    await client.query('insert into grown select g from generate_series(1, 5000) g')
    await client.query('update grown set n = n')
    await client.query('select pg_stat_force_next_flush()')
    const before = await rowsRead()
    expect(before).toBe(20_000)
    await maintenance.run(client, SINCE)
    expect(await rowsRead()).toBe(before)
    await maintenance.run(client, SINCE)
    const { rows } = await client.query(
      `select analyze_count::int as n from pg_stat_user_tables where relname = 'grown'`,
    )
    // The table was analyzed once before it grew and once after it grew.
    expect(rows).toEqual([{ n: 2 }])
    client.release()
    await database.close()
  })

  it('leaves columns of the type jsonb out when it analyzes a grown table', async () => {
    const database = await open(newFolder())
    const { pool } = database
    await pool.query('create table grown (n int primary key, content jsonb, "two words" text)')
    await pool.query(`insert into grown select g, '{"a": 1}', 'x' from generate_series(1, 2000) g`)
    await pool.query('select pg_stat_force_next_flush()')
    await createEmbeddedMaintenance([]).run(pool, SINCE)
    const { rows } = await pool.query(`select attname from pg_stats where tablename = 'grown' order by attname`)
    expect(rows.map(({ attname }) => attname)).toEqual(['n', 'two words'])
    await database.close()
  })

  it('writes a checkpoint in an idle period, so that a start after a kill has less to replay', async () => {
    const database = await open(newFolder())
    const { pool } = database
    const maintenance = createEmbeddedMaintenance([])
    const behind = async () =>
      Number(
        (await pool.query('select (pg_current_wal_lsn() - redo_lsn)::bigint as behind from pg_control_checkpoint()'))
          .rows[0].behind,
      )
    await maintenance.run(pool, SINCE)
    await pool.query("create table hot as select g, repeat('x', 1000) as filler from generate_series(1, 4000) g")
    // Analyzes the table now. Otherwise the maintenance job would do so later, and its writes would postpone the
    // checkpoint.
    await pool.query('select pg_stat_force_next_flush()')
    await pool.query('analyze hot')
    await pool.query('select pg_stat_force_next_flush()')
    const written = await behind()
    expect(written).toBeGreaterThan(3 * MB)
    // Data was written since the last run, so this run postpones the checkpoint.
    await maintenance.run(pool, SINCE)
    expect(await behind()).toBeGreaterThanOrEqual(written)
    // No data was written since the last run, so this run writes the checkpoint.
    await maintenance.run(pool, SINCE)
    expect(await behind()).toBeLessThan(MB / 4)
    await database.close()
  })

  it('the embedded database writes nothing to disk while it is idle', async () => {
    const database = await open(newFolder())
    const maintenance = createEmbeddedMaintenance([])
    await database.pool.query('create table written ()')
    await maintenance.run(database.pool, SINCE)
    const before = await database.flushes()
    await maintenance.run(database.pool, new Date(SINCE.getTime() + 3_600_000))
    expect(await database.flushes()).toBe(before)
    await database.pool.query('drop table written')
    const dropped = await database.flushes()
    await maintenance.run(database.pool, new Date(SINCE.getTime() + 7_200_000))
    expect(await database.flushes()).toBeGreaterThan(dropped)
    await database.close()
  })
})

function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)
}
