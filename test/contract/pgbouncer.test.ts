// Several processes behind PgBouncer in transaction mode, set up as in docs/operations/postgresql.md. The tests are
// skipped if PgBouncer is not installed.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, transaction } from '../../src/store/database.ts'
import { isAnswering } from '../../src/store/server-hosts.ts'
import { freePort } from '../harness/free-port.ts'
import { type PgBouncer, reasonAgainstPgBouncer, startPgBouncer } from '../harness/pgbouncer.ts'
import { type Postgres, startPostgres } from '../harness/postgres.ts'
import { type Running, startProcess } from '../harness/processes.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { sharedPostgresUrl } from '../harness/shared.ts'

const reason = await reasonAgainstPgBouncer()
const title =
  reason === undefined ? 'PgBouncer in transaction mode' : `PgBouncer in transaction mode (skipped: ${reason})`

describe.skipIf(reason !== undefined)(title, () => {
  const name = `pgbouncer_${randomUUID().slice(0, 8)}`
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'carillon-pgbouncer-'))
  const masterKey = 'a master key that all processes share'
  const running: Running[] = []
  let admin: pg.Client
  let direct: string
  let bouncer: PgBouncer
  let test: TestService
  let tenant: Tenant
  let settings: Record<string, string>

  beforeAll(async () => {
    const adminUrl = await sharedPostgresUrl()
    admin = new pg.Client({ connectionString: adminUrl })
    await admin.connect()
    await admin.query(`create database ${name}`)
    direct = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
    bouncer = await startPgBouncer(direct, { poolSize: 3 })
    settings = { DATABASE_URL: bouncer.url(direct), DATABASE_DIRECT_URL: direct, MASTER_KEY: masterKey }
    test = await startTestService('postgres', settings)
    tenant = await test.tenant()
  })
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGTERM')
    await Promise.all(running.map(({ ended }) => ended))
    await test?.stop()
    await bouncer?.stop()
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    rmSync(dataDir, { recursive: true })
  })

  const start = (role: string) => {
    const process = startProcess(role, { ...settings, DATA_DIR: dataDir })
    running.push(process)
    return process
  }
  const send = (api: string, to: number) =>
    fetch(`${api}/v1/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.testKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ recipient: { email: `${to}@example.com` }, template: 'hello', vars: { name: 'x' } }),
    })

  it('two api processes and a worker share three server connections of PgBouncer', async () => {
    const apis = await Promise.all([start('api').url, start('api').url])
    start('worker')
    const answers = await Promise.all(Array.from({ length: 400 }, (_, n) => send(apis[n % 2]!, n)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { delivery_id: number }[]
    for (const { delivery_id } of bodies) await test.settled(tenant, delivery_id, 'sent')
    const { rows } = await admin.query<{ name: string; count: number }>(
      // The application name ends with the version, for example carillon-listen/0.2.0.
      `select split_part(application_name, '/', 1) as name, count(*)::int from pg_stat_activity where datname = $1 group by 1`,
      [name],
    )
    const counts = Object.fromEntries(rows.map((row) => [row.name, row.count]))
    expect(counts['carillon-listen']).toBe(2)
    expect(
      rows.filter((row) => row.name !== 'carillon-listen').reduce((sum, { count }) => sum + count, 0),
    ).toBeLessThanOrEqual(3)
  })

  it('migrates and receives notifications over the direct connection, not over PgBouncer', async () => {
    expect(await startProcess('migrate', settings).ended).toBe(0)
    const doctor = startProcess('doctor', { ...settings, DATA_DIR: dataDir, PORT: '1' }, ['--json'])
    await doctor.ended
    const { checks } = JSON.parse(doctor.output()) as { checks: { what: string; level: string }[] }
    for (const name of ['statements', 'listen', 'database'])
      expect(checks.find(({ what }) => what === name)).toMatchObject({ level: 'ok' })
  })

  it('a statement that PostgreSQL refused to prepare can be prepared again', async () => {
    const url = bouncer.url(direct)
    const db = await openDatabase({ url, dataDir, poolSize: 1, since: new Date(0), onFatal: () => {} })
    const statement = { name: 'after-a-failure', text: 'select 1' }
    try {
      const failed = transaction(db, async (tx) => {
        tx.send({ text: 'select 1 / 0' })
        tx.send(statement)
      })
      await expect(failed).rejects.toThrow('division by zero')
      expect((await transaction(db, (tx) => tx.query(statement))).rowCount).toBe(1)
    } finally {
      await db.close()
    }
  })

  it('`doctor` reports a PgBouncer that keeps no prepared statements, in its first run and in a second run', async () => {
    const forgetful = await startPgBouncer(direct, { preparedStatements: 0 })
    const env = { ...settings, DATABASE_URL: forgetful.url(direct), DATA_DIR: dataDir, PORT: '1' }
    const outputs: string[] = []
    for (let run = 0; run < 2; run++) {
      const doctor = startProcess('doctor', env, ['--json'])
      await doctor.ended
      outputs.push(doctor.output())
    }
    await forgetful.stop()
    for (const output of outputs) {
      const { checks } = JSON.parse(output) as { checks: { what: string; level: string }[] }
      expect(checks.find(({ what }) => what === 'statements')).toMatchObject({
        level: 'fail',
        remedy: expect.stringContaining('max_prepared_statements'),
      })
      expect(checks.map(({ what }) => what)).not.toContain('database')
    }
  })

  it('the database counts as reachable while all connections of PgBouncer to PostgreSQL are in use', async () => {
    const full = await startPgBouncer(direct, { poolSize: 1 })
    const url = full.url(direct)
    const holder = new pg.Client({ connectionString: url })
    try {
      await holder.connect()
      await holder.query('begin')
      expect(await isAnswering(url, 3000)).toBe(true)
    } finally {
      await holder.end()
      await full.stop()
    }
  })
})

describe.skipIf(reason !== undefined)(`faults behind ${title}`, () => {
  let server: Postgres
  let bouncer: PgBouncer
  let test: TestService
  let tenant: Tenant

  beforeAll(async () => {
    server = await startPostgres({ flush: false })
    const direct = server.url()
    bouncer = await startPgBouncer(direct)
    const pooled = new URL(bouncer.url(direct))
    // The first host refuses connections.
    const several = pooled.href.replace(pooled.host, `127.0.0.1:${await freePort()},${pooled.host}`)
    test = await startTestService('postgres', { DATABASE_URL: several, DATABASE_DIRECT_URL: direct })
    tenant = await test.tenant()
  })
  afterAll(async () => {
    await test?.stop()
    await bouncer?.stop()
    await server?.stop()
  })

  const send = () =>
    test.send(tenant.testKey, { recipient: { email: 'ada@example.com' }, template: 'hello', vars: { name: 'Ada' } })
  const accepted = () => test.until(async () => (await send()).status === 202)
  const refused = () =>
    test.until(async () => {
      const answer = await send()
      return answer.status === 503 && answer
    })

  it('send requests get 503 within seconds while PostgreSQL is down, and 202 after its restart', async () => {
    await accepted()
    server.kill('SIGKILL')
    const started = performance.now()
    const answers = await Promise.all([refused(), refused(), refused()])
    expect(answers.map(({ body }) => body.error)).toEqual(['unavailable', 'unavailable', 'unavailable'])
    // Without the settings in deploy/pgbouncer.ini, an answer takes 30 seconds.
    expect(performance.now() - started).toBeLessThan(15_000)
    await server.restart()
    await accepted()
  })

  it('send requests get 503 while the server of PgBouncer accepts no writes, and 202 when it accepts writes again', async () => {
    await accepted()
    await setReadOnly('set default_transaction_read_only = on')
    expect((await refused()).headers.get('retry-after')).toBe('5')
    await setReadOnly('reset default_transaction_read_only')
    await accepted()
  })

  /** Changes the setting of the database and ends its sessions, because only new sessions have the changed setting. */
  async function setReadOnly(change: string): Promise<void> {
    const client = new pg.Client({ connectionString: server.url() })
    await client.connect()
    await client.query('set default_transaction_read_only = off')
    await client.query(`alter database postgres ${change}`)
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await client.end()
  }
})
