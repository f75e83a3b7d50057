// carillon doctor: its checks and the remedies that it prints. The command changes nothing.
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PrintedFinding } from '../../src/cli/doctor/findings.ts'
import { carillon } from '../harness/command.ts'
import { preparedCopy } from '../harness/engines.ts'
import { CLIENT, startProvider } from '../harness/oidc.ts'
import { startPostgresWithoutNotify } from '../harness/postgres-without-notify.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { type MailServer, startMailServer } from '../harness/smtp.ts'

/** A URL at which no server runs, because tests use no port below 1024. */
const UNREACHABLE = 'http://127.0.0.1:2'

interface DoctorResult {
  code: number | null
  checks: PrintedFinding[]
  /** Returns the findings with this name. */
  findings(what: string): PrintedFinding[]
}

async function runDoctor(env: Record<string, string>): Promise<DoctorResult> {
  const { code, out, err } = await carillon(['doctor', '--json'], env)
  expect(err).toBe('')
  const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: PrintedFinding[] }
  expect(ok).toBe(code === 0)
  for (const { level, remedy } of checks) expect(remedy === undefined).toBe(level === 'ok')
  return { code, checks, findings: (what) => checks.filter((finding) => finding.what === what) }
}

describe('carillon doctor before the first start', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-doctor-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('`doctor` checks the sign-in provider, if there is one', async () => {
    const provider = await startProvider(() => 'http://localhost:3000/sign-in/callback')
    const env = {
      DATA_DIR: path.join(folder, 'provider'),
      CARILLON_URL: UNREACHABLE,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_PRIVATE_HOSTS: provider.host,
    }
    const works = await runDoctor(env)
    expect(works.findings('sign-in')).toEqual([
      { what: 'sign-in', level: 'ok', says: `OIDC_ISSUER: ${provider.issuer} responds.` },
    ])
    provider.isBroken = true
    const broken = await runDoctor({ ...env, PASSWORD_SIGN_IN: 'operators' })
    await provider.stop()
    expect(broken.code).toBe(1)
    expect(broken.findings('sign-in')).toMatchObject([
      { level: 'fail', remedy: expect.stringContaining('only operators can sign in, with their passwords') },
    ])
  })

  it('`doctor` finds no failure before the first start, prints the next steps, and creates nothing', async () => {
    const dataDir = path.join(folder, 'not', 'there')
    const { code, out, err } = await carillon(['doctor'], { DATA_DIR: dataDir, CARILLON_URL: UNREACHABLE })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^warn {2}configuration {3}PUBLIC_URL is not set.*\n {22}→ Set PUBLIC_URL/)
    expect(out).toMatch(/^ok {4}data directory {2}.* does not exist yet\. The first start creates it\.$/m)
    expect(out).toMatch(/^ok {4}database {8}There is no embedded database yet/m)
    expect(out).toMatch(/^warn {2}service {9}The service does not answer at .*\n {22}→ Start the service/m)
    expect(existsSync(path.join(folder, 'not'))).toBe(false)
  })

  it('`doctor` reports an invalid setting and still checks the service', async () => {
    const { code, findings } = await runDoctor({ PORT: 'high', DATA_DIR: folder, CARILLON_URL: UNREACHABLE })
    expect(code).toBe(1)
    expect(findings('configuration')).toMatchObject([{ level: 'fail', says: expect.stringContaining('PORT') }])
    expect(findings('service')).toHaveLength(1)
  })

  it('`doctor` reports a data directory that is a file, and secrets that other users can read', async () => {
    const file = path.join(folder, 'file')
    writeFileSync(file, '')
    const blocked = await runDoctor({ DATA_DIR: file, CARILLON_URL: UNREACHABLE })
    expect(blocked.code).toBe(1)
    expect(blocked.findings('data directory')).toMatchObject([
      { level: 'fail', says: expect.stringContaining('not a folder') },
    ])
    writeFileSync(path.join(folder, 'master-key'), 'sixteen characters')
    chmodSync(path.join(folder, 'master-key'), 0o644)
    const loose = await runDoctor({ DATA_DIR: folder, CARILLON_URL: UNREACHABLE, HOST: '0.0.0.0' })
    expect(loose.code).toBe(1)
    expect(loose.findings('permissions')).toMatchObject([
      { level: 'fail', remedy: expect.stringContaining('chmod 600') },
    ])
    expect(loose.findings('configuration')).toMatchObject([
      { level: 'warn', remedy: expect.stringContaining('TLS proxy') },
    ])
  })

  it.skipIf(process.getuid?.() === 0)('doctor reports a data directory that it cannot write to', async () => {
    const closed = mkdtempSync(path.join(folder, 'closed-'))
    chmodSync(closed, 0o500)
    const { code, findings } = await runDoctor({ DATA_DIR: closed, CARILLON_URL: UNREACHABLE })
    expect(code).toBe(1)
    expect(findings('data directory')).toMatchObject([{ level: 'fail', remedy: expect.stringContaining('owner') }])
  })
})

describe('carillon doctor with a running service', () => {
  let test: TestService
  let mail: MailServer
  beforeAll(async () => {
    test = await startTestService('embedded', { DATA_DIR: await preparedCopy() })
    mail = await startMailServer()
  })
  afterAll(async () => {
    await test.stop()
    await mail.stop()
  })
  const env = () => ({ DATA_DIR: test.dataDir, CARILLON_URL: test.url, PUBLIC_URL: test.url })
  const at = '/workspaces/1/sources/1/connections'

  it('`doctor` does not open the embedded database of a running service', async () => {
    const { code, findings } = await runDoctor(env())
    expect(code).toBe(0)
    expect(findings('database')).toMatchObject([
      { level: 'ok', says: expect.stringContaining(`process ${process.pid}`) },
    ])
    expect(findings('disk')).toMatchObject([{ says: expect.stringMatching(/\d+ [MG]B are free/) }])
    expect(findings('PUBLIC_URL')).toMatchObject([{ level: 'ok' }])
    expect(findings('connections')).toMatchObject([
      { level: 'ok', says: expect.stringContaining('no connections yet') },
    ])
  })

  it('`doctor` checks every connection and fails if a connection does not work', async () => {
    await test.manage('PUT', `${at}/email`, { settings: { url: mail.url, from: 'a@shop.example' } })
    const works = await runDoctor({ ...env(), SMTP_URL: mail.url.replace('//', '//user:secret@') })
    expect(works.code).toBe(0)
    expect(works.findings('mail')).toMatchObject([{ level: 'ok', says: expect.stringContaining('signed in as user') }])
    expect(works.findings('connection')).toMatchObject([
      {
        level: 'ok',
        says: expect.stringMatching(/^email of Demo in Demo: the mail server .* answers; the connection is .*; .*\.$/),
      },
    ])
    mail.refuse('greeting', '554 5.7.1 go away')
    const broken = await runDoctor({ ...env(), SMTP_URL: mail.url })
    mail.refuse('greeting', undefined)
    expect(broken.code).toBe(1)
    expect(broken.findings('mail')).toMatchObject([
      {
        level: 'fail',
        says: expect.stringContaining('5.7.1 go away'),
        remedy: expect.stringContaining('notices to owners are not sent'),
      },
    ])
    expect(broken.findings('connection')).toMatchObject([
      {
        level: 'fail',
        says: expect.stringContaining('settings.host'),
        remedy: expect.stringMatching(/connection set email.*If the provider has a problem, .*connection check email/),
      },
    ])
  })

  it('`doctor` fails if PUBLIC_URL leads to another server, and warns if PUBLIC_URL does not answer', async () => {
    const other = createServer((_request, response) => response.writeHead(502).end('bad gateway'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const wrong = await runDoctor({ ...env(), PUBLIC_URL: elsewhere })
    expect(wrong.code).toBe(1)
    expect(wrong.findings('PUBLIC_URL')).toMatchObject([{ level: 'fail', says: expect.stringContaining('HTTP 502') }])
    await new Promise((resolve) => other.close(resolve))
    const nowhere = await runDoctor({ ...env(), PUBLIC_URL: elsewhere })
    expect(nowhere.findings('PUBLIC_URL')).toMatchObject([
      { level: 'warn', says: expect.stringContaining('does not answer') },
    ])
  })

  it('`doctor` warns that it cannot check connections without a valid management token', async () => {
    const { code, findings } = await runDoctor({ ...env(), CARILLON_TOKEN: 'svcadm_wrong' })
    expect(code).toBe(0)
    expect(findings('connections')).toMatchObject([
      { level: 'warn', remedy: expect.stringContaining('carillon token') },
    ])
  })
})

describe('carillon doctor with a PostgreSQL server', () => {
  let test: TestService
  beforeAll(async () => {
    // This process serves the API. No worker runs.
    test = await startTestService('postgres', {}, 'api')
  })
  afterAll(() => test.stop())
  const service = () => ({ DATA_DIR: test.dataDir, CARILLON_URL: test.url })
  const env = () => ({ ...service(), ...test.databaseSettings })

  it('`doctor` checks the version, clock, schema and locale of PostgreSQL, checks the master key, and checks whether LISTEN works', async () => {
    const { code, checks, findings } = await runDoctor(env())
    expect(code).toBe(0)
    expect(findings('database')).toMatchObject([{ level: 'ok', says: expect.stringMatching(/^PostgreSQL \d\d\.$/) }])
    for (const what of ['clock', 'schema', 'locale', 'master key', 'listen'])
      expect(findings(what), what).toMatchObject([{ level: 'ok' }])
    expect(findings('permissions').at(-1)).toMatchObject({
      level: 'warn',
      remedy: expect.stringContaining('Set MASTER_KEY'),
    })
    expect(checks.map(({ what }) => what)).not.toContain('disk')
  })

  it('`doctor` reports a different master key and a missing master key', async () => {
    const other = await runDoctor({ ...env(), MASTER_KEY: 'another master key altogether' })
    expect(other.code).toBe(1)
    expect(other.findings('master key')).toMatchObject([
      { level: 'fail', says: expect.stringContaining('not the key that') },
    ])
    const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-doctor-'))
    const lost = await runDoctor({ ...env(), DATA_DIR: folder })
    expect(lost.findings('master key')).toMatchObject([
      { level: 'fail', says: expect.stringContaining('does not exist') },
    ])
    expect(existsSync(path.join(folder, 'master-key'))).toBe(false)
    rmSync(folder, { recursive: true })
  })

  it('`doctor` warns about a connection pooler that does not forward notifications of PostgreSQL', async () => {
    const pooler = await startPostgresWithoutNotify(test.databaseUrl!)
    const { code, findings } = await runDoctor({ ...service(), DATABASE_URL: pooler.url })
    await pooler.stop()
    expect(code).toBe(0)
    expect(findings('listen')).toMatchObject([{ level: 'warn', says: expect.stringContaining('PgBouncer') }])
  })

  it('`doctor` warns about a database with a Turkish locale, in which the lower case of I is not i', async () => {
    const admin = new pg.Client({ connectionString: test.databaseUrl! })
    await admin.connect()
    const name = `turkish_${process.pid}`
    await admin.query(
      `create database ${name} template template0 locale_provider icu icu_locale 'tr-TR' locale 'C' encoding 'UTF8'`,
    )
    const databaseUrl = Object.assign(new URL(test.databaseUrl!), { pathname: `/${name}` }).href
    const turkish = { ...service(), DATABASE_URL: databaseUrl }
    try {
      expect((await carillon(['migrate'], turkish)).code).toBe(0)
      const { code, findings } = await runDoctor(turkish)
      expect(code).toBe(0)
      expect(findings('locale')).toEqual([
        {
          what: 'locale',
          level: 'warn',
          says: expect.stringMatching(/^The database's locale does not turn I into i\. Email addresses /),
          remedy: expect.stringContaining(`locale 'C.UTF-8'`),
        },
      ])
    } finally {
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    }
  })

  it('`doctor` reports a missing schema, an unknown database and an unreachable server', async () => {
    const elsewhere = (change: (url: URL) => void) => {
      const url = new URL(test.databaseUrl!)
      change(url)
      return runDoctor({ ...service(), DATABASE_URL: url.href })
    }
    const empty = await elsewhere((url) => {
      url.pathname = '/postgres'
    })
    expect(empty.findings('schema')).toMatchObject([
      { level: 'fail', remedy: expect.stringContaining('carillon migrate') },
    ])
    const unknown = await elsewhere((url) => {
      url.pathname = '/unknown_made_it'
    })
    expect(unknown.findings('database')).toMatchObject([
      { level: 'fail', remedy: expect.stringContaining('database name') },
    ])
    const away = await elsewhere((url) => {
      url.port = '2'
    })
    expect(away.code).toBe(1)
    expect(away.findings('database')).toMatchObject([
      {
        level: 'fail',
        says: expect.stringMatching(/^The database is not reachable: /),
        remedy: expect.stringContaining('127.0.0.1:2'),
      },
    ])
  })

  it('`doctor` fails if no worker delivers messages', async () => {
    const tenant = await test.tenant()
    await test.manage('PUT', `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/telegram`, {
      settings: { bot_token: '1:a', api_base: 'http://127.0.0.1:9' },
    })
    const sent = await test.send(tenant.liveKey, {
      recipient: { telegram_chat_id: '1' },
      template: 'hello',
      vars: { name: 'x' },
    })
    expect(sent.status).toBe(202)
    test.clock.advance(120_000)
    await test.until(async () => (await test.call('GET', '/health')).body.worker === 'stale')
    const { code, findings } = await runDoctor(env())
    expect(code).toBe(1)
    expect(findings('service')).toMatchObject([
      { level: 'fail', says: expect.stringContaining('no worker has reported') },
    ])
  })
})
