// Several processes behind PgBouncer in transaction mode, set up as in docs/operations/postgresql.md. The tests are
// skipped if PgBouncer is not installed.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PgBouncer, reasonAgainstPgBouncer, startPgBouncer } from '../harness/pgbouncer.ts'
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
    bouncer = await startPgBouncer(direct)
    settings = { DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: direct, MASTER_KEY: masterKey }
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
    expect(checks.find(({ what }) => what === 'listen')).toMatchObject({ level: 'ok' })
    expect(checks.find(({ what }) => what === 'database')).toMatchObject({ level: 'ok' })
  })
})
