// DATABASE_URL with several hosts. The service uses the host that accepts writes.
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hostUrls } from '../../src/host-urls.ts'
import { freePort } from '../harness/free-port.ts'
import { type Postgres, startPostgres } from '../harness/postgres.ts'
import { startTestService, type TestService } from '../harness/service.ts'

const env = { MASTER_KEY: 'a master key that both processes share' }
let first: TestService
let readOnly: Postgres
/** A URL with three hosts in this order: a closed port, a server that accepts no writes, and the server of `first`. */
let url: string
beforeAll(async () => {
  first = await startTestService('postgres', env, 'api')
  const writing = new URL(first.databaseUrl!)
  readOnly = await startPostgres({ flush: false })
  await readOnly.createDatabase(writing.pathname.slice(1))
  await run(readOnly.url(), `alter role postgres password '${decodeURIComponent(writing.password)}'`)
  const admin = new URL(readOnly.url())
  admin.password = writing.password
  await run(admin.href, 'alter system set default_transaction_read_only = on')
  await run(admin.href, 'select pg_reload_conf()')
  const hosts = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${admin.port}`, writing.host]
  url = first.databaseUrl!.replace(writing.host, hosts.join(','))
})
afterAll(async () => {
  await first.stop()
  await readOnly.stop()
})

async function run(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(sql)
  await client.end()
}

it('the service migrates, accepts and delivers messages on the host that accepts writes', async () => {
  const test = await startTestService('postgres', { ...env, DATABASE_URL: url })
  try {
    const tenant = await test.tenant()
    const { status, body } = await test.send(tenant.testKey, {
      recipient: { email: 'ada@sandbox.test' },
      template: 'hello',
      vars: { name: 'Ada' },
    })
    expect(status).toBe(202)
    await test.settled(tenant, body.delivery_id, 'sent')
  } finally {
    await test.stop()
  }
})

it('the service starts and accepts messages when the first host accepts connections and never answers', async () => {
  const silent = net.createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const writing = new URL(first.databaseUrl!)
  const hosts = `127.0.0.1:${port},${writing.host}`
  const test = await startTestService(
    'postgres',
    { ...env, DATABASE_URL: first.databaseUrl!.replace(writing.host, hosts) },
    'api',
  )
  try {
    const tenant = await test.tenant()
    expect((await test.call('GET', '/usage', { key: tenant.testKey })).status).toBe(200)
  } finally {
    await test.stop()
    silent.close()
  }
})

it('requests get 503 while no host accepts writes, and succeed when a host accepts writes again', async () => {
  const test = await startTestService('postgres', { ...env, DATABASE_URL: url }, 'api')
  const name = new URL(first.databaseUrl!).pathname.slice(1)
  const maintenance = first.databaseUrl!.replace(`/${name}`, '/postgres')
  try {
    const tenant = await test.tenant()
    const usage = () => test.call('GET', '/usage', { key: tenant.testKey })
    expect((await usage()).status).toBe(200)
    await run(maintenance, `alter database "${name}" set default_transaction_read_only = on`)
    await run(maintenance, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' `)
    const refused = await test.until(async () => {
      const answer = await usage()
      return answer.status === 503 && answer
    })
    expect([refused.body.error, refused.headers.get('retry-after')]).toEqual(['unavailable', '5'])
    await run(maintenance, `alter database "${name}" reset default_transaction_read_only`)
    await test.until(async () => (await usage()).status === 200)
  } finally {
    await test.stop()
  }
})

it.each([
  ['postgres://u:p@a:1/db', ['postgres://u:p@a:1/db']],
  [
    'postgres://u:p@a:1,b:2/db?sslmode=require',
    ['postgres://u:p@a:1/db?sslmode=require', 'postgres://u:p@b:2/db?sslmode=require'],
  ],
  ['postgresql://a,b', ['postgresql://a', 'postgresql://b']],
  ['postgres://u@/db?host=/run/pg', ['postgres://u@/db?host=/run/pg']],
  ['postgres://u:p@a,b@host/db', ['postgres://u:p@a,b@host/db']],
  ['postgres://u:p%2C1@[::1]:5432,b/db', ['postgres://u:p%2C1@[::1]:5432/db', 'postgres://u:p%2C1@b/db']],
])('splits the URL %s into one URL for each host', (url, urls) => {
  expect(hostUrls(url)).toEqual(urls)
})
