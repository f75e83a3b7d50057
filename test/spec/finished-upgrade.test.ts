// The end of the upgrade from 0.1.0. Before the end, services read encrypted values in the format of version 0.1.0 and
// in the new format. Afterwards they read only the new format. A value in the new format can be decrypted only in its
// own database row.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { countSealed } from '../../src/installation/sealed-walk.ts'
import { createLogger } from '../../src/lib/log.ts'
import { packageVersion } from '../../src/lib/package-root.ts'
import { createSeal } from '../../src/lib/seal.ts'
import type { ProcessRole } from '../../src/process-role.ts'
import { type Service, startService } from '../../src/service.ts'
import { openDatabase } from '../../src/store/database.ts'
import { readUpgrade } from '../../src/store/installation/installation.ts'
import { readSealed, sealedSettings } from '../../src/store/sealed.ts'
import { carillon } from '../harness/command.ts'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { preparedCopy } from '../harness/engines.ts'
import { countSealedForms, downgradeTo010 } from '../harness/older-version.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type Subscriber, startSubscriber } from '../harness/subscriber.ts'

const KEY = 'a master key that all share'
const VERSION = packageVersion()
const MINUTE = 60_000

/**
 * Starts services of this version with the database of a test service. The test first gives the database the form of
 * 0.1.0.
 */
function successors(of: () => TestService, keys: () => Record<string, string> = () => ({ MASTER_KEY: KEY })) {
  const running: Service[] = []
  const env = (more: Record<string, string> = {}) => ({
    ...of().databaseSettings,
    DATA_DIR: of().dataDir,
    PORT: '0',
    ALLOW_PRIVATE_NETWORK: '1',
    LOG_LEVEL: 'silent',
    ...keys(),
    ...more,
  })
  const start = async (role: ProcessRole, more: Record<string, string> = {}) => {
    const config = readConfig(env(more))
    const service = await startService({ config, role, log: createLogger('silent'), clock: of().clock })
    running.push(service)
    return service
  }
  const stop = async () => {
    for (const service of running.splice(0)) await service.stop()
  }
  return { env, start, stop }
}

describe('upgrade from 0.1.0 with several processes', () => {
  let test: TestService
  let provider: Provider
  let subscriber: Subscriber
  let tenant: Tenant
  let api: Service
  let pushToken: string
  const { env, start, stop } = successors(() => test)

  beforeAll(async () => {
    test = await startTestService('postgres', { MASTER_KEY: KEY })
    provider = await startProvider()
    provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 1 } } } }))
    tenant = await createConnectedTenant(test, provider)
    subscriber = await startSubscriber(test, tenant, ['message.sent'])
    await test.manage('POST', `${subscriber.path}/rotate-secret`)
    const registered = await test.call('POST', '/push/tokens', {
      key: tenant.testKey,
      body: { recipient: { email: 'ada@example.com' } },
    })
    pushToken = registered.body.token
    await test.service.stop()
    const db = await openDatabase({
      url: test.databaseUrl,
      dataDir: test.dataDir,
      poolSize: 2,
      since: new Date(0),
      onFatal: () => {},
    })
    await downgradeTo010(db, KEY)
    await db.close()
    api = await start('api')
  })
  afterAll(async () => {
    await stop()
    await provider.stop()
    await subscriber.receiver.stop()
    await test.stop().catch(() => {})
  })

  const request = async (method: string, path: string, key: string, body?: unknown) => {
    const answer = await fetch(`${api.url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    // oxlint-disable-next-line typescript/no-explicit-any
    return { status: answer.status, body: (await answer.json()) as any }
  }
  const token = () => readFileSync(`${test.dataDir}/admin-token`, 'utf8').trim()
  const manage = (method: string, path: string, body?: unknown) => request(method, `/manage${path}`, token(), body)
  const sendAndSettle = async () => {
    const message = {
      recipient: { telegram_chat_id: '1' },
      template: 'hello',
      vars: { name: 'Ada' },
      channel: 'telegram',
    }
    const { status, body } = await request('POST', '/send', tenant.liveKey, message)
    expect(status).toBe(202)
    await test.until(async () => {
      const { body: row } = await manage('GET', `/workspaces/${tenant.workspace}/deliveries/${body.delivery_id}`)
      return row.status === 'sent'
    })
  }
  const newKey = () =>
    manage('POST', `/workspaces/${tenant.workspace}/sources/${tenant.source}/api-keys`, { mode: 'test' })
  const finish = (...flags: string[]) => carillon(['migrate', '--finish', ...flags], env())
  const upgradeFinding = async () => {
    const { out } = await carillon(['doctor', '--json'], { ...env(), CARILLON_URL: 'http://127.0.0.1:2' })
    const { checks } = JSON.parse(out) as { checks: { what: string; level: string; says: string; remedy?: string }[] }
    return checks.find(({ what }) => what === 'upgrade')!
  }
  const forms = async () => Object.values(await countSealedForms(api.db))

  it('reads the secrets that 0.1.0 stored, and writes secrets in the format of version 0.1.0 until the upgrade is finished', async () => {
    await start('worker')
    await sendAndSettle()
    await subscriber.waitForEvents(1)
    expect((await newKey()).status).toBe(201)
    expect(
      (await manage('POST', `/workspaces/${tenant.workspace}/subscriptions/${subscriber.id}/rotate-secret`)).status,
    ).toBe(200)
    expect((await forms()).every(({ bound }) => bound === 0)).toBe(true)
    expect(await countSealedForms(api.db)).toMatchObject({
      'subscriptions.previous_secret': { old: 1 },
      'connections.secrets': { old: 3 },
    })
  })

  it('`migrate --finish` fails while processes of an older version run, and prints these processes', async () => {
    const session = new pg.Client({ connectionString: test.databaseUrl, application_name: 'carillon' })
    await session.connect()
    const now = new Date()
    await session.query({
      text: `insert into workers (id, started_at, seen_at) values ('old-host-17-0123abcd', $1, $1)`,
      values: [now],
    })
    await session.query({
      text: `insert into processes (id, role, version, host, started_at, seen_at)
             values ('other-host-18-0123abcd', 'api', '0.1.7', 'other-host', $1, $1)`,
      values: [now],
    })
    const refused = await finish()
    expect(refused.code).toBe(1)
    for (const part of [
      'api other-host-18-0123abcd (0.1.7), seen ',
      'worker old-host-17-0123abcd (0.1.0), seen ',
      '1 database session named carillon (0.1.0) from 127.0.0.1, since ',
      'add --force',
    ])
      expect(refused.err).toContain(part)
    const finding = await upgradeFinding()
    expect(finding).toMatchObject({ level: 'warn', says: expect.stringContaining('old-host-17-0123abcd') })
    expect((await readUpgrade(api.db)).finishedVersion).toBeUndefined()
    expect(await carillon(['migrate', '--force'], env())).toMatchObject({
      code: 2,
      err: expect.stringContaining('--force requires --finish'),
    })

    // A process counts as stopped two minutes after it was last seen.
    const before = new Date(now.getTime() - 2 * MINUTE - 1000)
    for (const table of ['workers', 'processes'])
      await session.query({ text: `update ${table} set seen_at = $1 where id like 'o%-host-%'`, values: [before] })
    await session.end()
    expect(await upgradeFinding()).toMatchObject({
      level: 'warn',
      says: expect.stringContaining('no process of an older version was seen'),
      remedy: expect.stringContaining('carillon migrate --finish'),
    })
  })

  it('after `migrate --finish`, running processes bind each new encrypted value to its row, and later bind all stored values', async () => {
    // The server may take a moment to end the session of the previous test.
    const { code, out } = await test.until(async () => {
      const finished = await finish('--json')
      return finished.code === 0 && finished
    })
    expect([code, JSON.parse(out)]).toEqual([0, { applied: [], version: VERSION, result: 'finished', older: [] }])
    const before = await countSealedForms(api.db)
    expect((await newKey()).status).toBe(201)
    expect((await countSealedForms(api.db))['keys.sealed']!.bound).toBe(before['keys.sealed']!.bound + 1)

    test.clock.advance(MINUTE)
    await test.until(async () => (await readUpgrade(api.db)).resealedAt !== undefined)
    expect((await forms()).every(({ old }) => old === 0)).toBe(true)
    expect((await countSealed(api.db, createSeal(KEY), true)).others).toBe(0)
    expect(await upgradeFinding()).toMatchObject({
      level: 'ok',
      says: expect.stringContaining('decrypted only in its database row'),
    })
    await sendAndSettle()
    await test.until(async () => subscriber.receiver.received.length >= 2)
    const { body } = await manage('GET', '/audit-log?limit=20')
    expect(JSON.stringify(body)).toContain('finishUpgrade')
  })

  it('a second `migrate --finish` prints the time of the first run, and prints processes of an older version that still run', async () => {
    expect(await finish()).toMatchObject({ code: 0, err: '', out: expect.stringContaining('was already finished') })
    const old = new pg.Client({ connectionString: test.databaseUrl, application_name: 'carillon' })
    await old.connect()
    expect(await finish()).toMatchObject({ code: 0, err: expect.stringContaining('Stop them: 1 database session') })
    expect(await upgradeFinding()).toMatchObject({
      level: 'fail',
      remedy: expect.stringContaining('Stop these processes'),
    })
    await old.end()
  })

  it('accepts push registration tokens that were issued before the upgrade was finished', async () => {
    const { status } = await request('POST', '/push/devices', pushToken, {
      kind: 'fcm',
      token: 'app-1',
      platform: 'android',
    })
    expect(status).toBe(201)
  })

  it('after the upgrade was finished, running processes refuse an encrypted value that is stored in the format of version 0.1.0', async () => {
    const row = (await readSealed(api.db, sealedSettings, 0, 1))[0]!
    const seal = createSeal(KEY)
    const place = sealedSettings.at(row)
    const old = seal.closeAt(seal.openAt(row.sealed, place), place, false)
    await api.db.query({ text: 'update connections set secrets = $2 where id = $1', values: [row.id, old] })
    test.clock.advance(MINUTE)
    const channel = 'telegram'
    const check = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/${channel}/check`
    const problems = await test.until(async () => {
      const { body } = await manage('POST', check)
      return body.ok === false && body.problems
    })
    expect(problems.settings.join()).toContain("the connection's secrets can't be decrypted with this master key")
  })
})

describe('processes of an installation', () => {
  it('lists the running processes of an installation, and removes processes that stopped or no longer report', async () => {
    const test = await startTestService('postgres', { MASTER_KEY: KEY })
    const { start, stop } = successors(() => test)
    try {
      const rolesOf = async () => {
        const { rows } = await test.service.db.query<{ role: string; version: string }>({
          text: 'select role, version from processes order by role',
        })
        return rows.map(({ role, version }) => `${role} ${version}`)
      }
      await start('api')
      await start('worker')
      await test.until(async () => (await rolesOf()).length === 3)
      const { status, body } = await test.manage('GET', '/installation')
      expect([status, body.version, body.finished_version, body.older]).toEqual([200, VERSION, VERSION, []])
      expect(body.processes.map(({ role }: { role: string }) => role).sort()).toEqual(['api', 'start', 'worker'])
      expect(await rolesOf()).toEqual([`api ${VERSION}`, `start ${VERSION}`, `worker ${VERSION}`])
      await stop()
      expect(await rolesOf()).toEqual([`start ${VERSION}`])
      await test.service.db.query({
        text: `insert into processes (id, role, version, host, started_at, seen_at) values ('killed', 'api', '0.2.0', 'h', $1, $1)`,
        values: [new Date(test.clock.now().getTime() - 61 * MINUTE)],
      })
      test.clock.advance(MINUTE)
      await test.until(async () => (await rolesOf()).length === 1)
    } finally {
      await stop()
      await test.stop()
    }
  })
})

describe('upgrade from 0.1.0 with one process', () => {
  it('`carillon start` finishes the upgrade from 0.1.0 without `migrate --finish` when the database is embedded', async () => {
    const test = await startTestService('embedded', { MASTER_KEY: KEY, DATA_DIR: await preparedCopy() })
    const { start, stop } = successors(() => test)
    try {
      await test.tenant()
      await downgradeTo010(test.service.db, KEY)
      expect((await countSealedForms(test.service.db))['keys.sealed']!.bound).toBe(0)
      await test.service.stop()
      const { db } = await start('start')
      await test.until(async () => (await readUpgrade(db)).resealedAt !== undefined)
      expect((await countSealedForms(db))['keys.sealed']!.old).toBe(0)
      expect((await readUpgrade(db)).finishedVersion).toBe(VERSION)
    } finally {
      await stop()
      await test.stop().catch(() => {})
    }
  })

  it('the upgrade from 0.1.0 can be finished after an exchange of the master key, and the master key can be exchanged after the upgrade', async () => {
    const NEW = 'the master key from now on'
    const test = await startTestService('postgres', { MASTER_KEY: KEY })
    const { env, start, stop } = successors(
      () => test,
      () => ({ MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: KEY }),
    )
    try {
      await test.tenant()
      await downgradeTo010(test.service.db, KEY)
      await test.service.stop()
      const { db } = await start('worker')
      await test.until(async () => (await countSealed(db, createSeal(NEW), false)).others === 0)
      expect((await countSealedForms(db))['keys.sealed']!.bound).toBe(0)
      expect((await carillon(['migrate', '--finish'], env())).code).toBe(0)
      test.clock.advance(MINUTE)
      await test.until(async () => (await readUpgrade(db)).resealedAt !== undefined)
      expect((await countSealed(db, createSeal(NEW), true)).others).toBe(0)
      await stop()
      // Replace the second key with the first key. All values are encrypted with the first key again, and each value
      // can be decrypted only in its own row.
      const back = await start('worker', { MASTER_KEY: KEY, MASTER_KEY_PREVIOUS: NEW })
      await test.until(async () => (await countSealed(back.db, createSeal(KEY), true)).others === 0)
      expect((await countSealedForms(back.db))['keys.sealed']!.old).toBe(0)
    } finally {
      await stop()
      await test.stop().catch(() => {})
    }
  })
})
