// The connections to a PostgreSQL server: which connections the service closes when the host refuses writes or does not
// answer.
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { borrow, type Connection } from '../../src/store/borrowed.ts'
import { type Database, openDatabase } from '../../src/store/database.ts'
import type { ServerLimits } from '../../src/store/server-limits.ts'
import { startPostgresProxy } from '../harness/postgres-proxy.ts'
import { startPostgresStall } from '../harness/postgres-stall.ts'
import { startTestService, type TestService } from '../harness/service.ts'

let test: TestService
beforeAll(async () => {
  test = await startTestService('postgres', {}, 'api')
})
afterAll(() => test.stop())

interface OpenOptions {
  url?: string
  directUrl?: string
  limits?: Partial<ServerLimits>
}

/** Opens the database of the test service. Closes it after the test. */
async function open({ url = test.databaseUrl!, directUrl, limits }: OpenOptions = {}): Promise<Database> {
  const since = new Date(0)
  const db = await openDatabase({ url, directUrl, limits, dataDir: '', poolSize: 3, since, onFatal: console.error })
  onTestFinished(() => db.close())
  return db
}

/** Makes the session refuse writes, as the host does when it becomes a standby. */
const refuseWrites = (c: Connection) => c.query({ text: 'set default_transaction_read_only = on' })
const write = (c: Connection) => c.query({ text: 'create table never ()' })
const pidOf = async (c: Connection) =>
  (await c.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })).rows[0]?.pid

it('a late error on a connection that was replaced does not close the new connections', async () => {
  const db = await open()
  const [first, second] = [await borrow(db), await borrow(db)]
  for (const c of [first, second]) await refuseWrites(c)
  await expect(write(first)).rejects.toMatchObject({ code: '25006' })
  first.release()
  const pid = await pidOf(db)
  await expect(write(second)).rejects.toMatchObject({ code: '25006' })
  second.release()
  expect(await pidOf(db)).toBe(pid)
})

it('a connection that was begun before its host refused writes is replaced', async () => {
  const waiting: (() => void)[] = []
  let connections = 0
  const proxy = await startPostgresProxy(test.databaseUrl!, (client, upstream) => {
    connections++
    const forward = () => void client.pipe(upstream).pipe(client)
    if (connections === 2) waiting.push(forward)
    else forward()
  })
  onTestFinished(() => proxy.stop())
  const db = await open({ url: proxy.url })
  const first = await borrow(db)
  await refuseWrites(first)
  const opening = borrow(db)
  await test.until(async () => waiting.length === 1)
  await expect(write(first)).rejects.toMatchObject({ code: '25006' })
  first.release()
  for (const forward of waiting) forward()
  const late = await opening
  await late.query({ text: 'select 1' })
  late.release()
  expect(connections).toBe(3)
})

it('a statement without an answer ends when the server behind a connection pooler does not answer', async () => {
  const lock = { text: 'select pg_advisory_lock(20)' }
  const holder = await borrow(test.service.db)
  onTestFinished(() => {
    holder.discard()
    holder.release()
  })
  await holder.query(lock)
  const stall = await startPostgresStall(test.databaseUrl!)
  onTestFinished(() => stall.stop())
  stall.stall()
  const db = await open({ directUrl: stall.url, limits: { silence: 300, connecting: 500 } })
  await expect(db.query(lock)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})
