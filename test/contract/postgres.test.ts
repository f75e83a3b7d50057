// The test PostgreSQL: a real server that flushes, restarts and leaves no files behind.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../harness/postgres.ts'
import { sharedPostgresUrl } from '../harness/shared.ts'

describe('private PostgreSQL server for a test', () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  it('the tests use a real PostgreSQL server with fsync enabled', async () => {
    const rows = await query(
      postgres.url(),
      `SELECT current_setting('fsync') AS fsync, current_setting('server_version_num')::int / 10000 AS major`,
    )
    expect(rows).toEqual([{ fsync: 'on', major: postgres.major }])
    expect(postgres.major).toBeGreaterThanOrEqual(15)
  })

  it('the tests create, copy and drop databases of the test PostgreSQL', async () => {
    const first = await postgres.createDatabase('first "quoted"')
    await query(first, 'CREATE TABLE things AS SELECT 7 AS n')
    const second = await postgres.createDatabase('second', 'first "quoted"')
    expect(await query(second, 'SELECT n FROM things')).toEqual([{ n: 7 }])
    await postgres.dropDatabase('second')
    await postgres.dropDatabase('second')
    await expect(query(second, 'SELECT 1')).rejects.toThrow('does not exist')
  })

  it('keeps committed rows of the test PostgreSQL after a crash', async () => {
    const url = await postgres.createDatabase('crash')
    await query(url, 'CREATE TABLE things AS SELECT 7 AS n')
    postgres.kill('SIGKILL')
    await postgres.restart()
    expect(await query(url, 'SELECT n FROM things')).toEqual([{ n: 7 }])
  })

  it('removes all files of a test PostgreSQL when it stops', async () => {
    const other = await startPostgres()
    const url = other.url()
    await other.stop()
    expect(existsSync(dirname(other.logFile))).toBe(false)
    await expect(query(url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
  })
})

it('all test files share one PostgreSQL server', async () => {
  expect(await sharedPostgresUrl()).toBe(await sharedPostgresUrl())
  expect(await query(await sharedPostgresUrl(), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
