// Backs up and restores data as docs/operations/backup.md describes. A service starts from the copy and has all data.
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/lib/log.ts'
import { type Service, startService } from '../../src/service.ts'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { preparedCopy } from '../harness/engines.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { sharedPostgresUrl } from '../harness/shared.ts'

const execute = promisify(execFile)
const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-backup-'))
const message = { recipient: { telegram_chat_id: '1' }, template: 'hello', vars: { name: 'Ada' }, channel: 'telegram' }
let provider: Provider
beforeAll(async () => {
  provider = await startProvider()
  provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 1 } } } }))
})
afterAll(async () => {
  await provider.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Creates a delivery that is sent and a delivery that is scheduled for later. */
async function fill(test: TestService): Promise<{ tenant: Tenant; sent: number; waiting: number }> {
  const tenant = await createConnectedTenant(test, provider)
  const sent = (await test.send(tenant.liveKey, message)).body.delivery_id as number
  await test.settled(tenant, sent, 'sent')
  const later = new Date(test.clock.now().getTime() + 86_400_000).toISOString()
  const waiting = (await test.send(tenant.liveKey, { ...message, scheduled_for: later })).body.delivery_id as number
  return { tenant, sent, waiting }
}

/**
 * Checks that both deliveries exist, that the API key and the credentials work, and that new ids continue the sequence.
 */
async function expectRestored(service: Service, { tenant, sent, waiting }: Awaited<ReturnType<typeof fill>>) {
  const request = async (at: string, body?: object) => {
    const answer = await fetch(`${service.url}/v1${at}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${tenant.liveKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return (await answer.json()) as { delivery_id: number; status: string }
  }
  expect((await request(`/deliveries/${sent}`)).status).toBe('sent')
  expect((await request(`/deliveries/${waiting}`)).status).toBe('queued')
  const { delivery_id } = await request('/send', message)
  expect(delivery_id).toBeGreaterThan(waiting)
  await expect.poll(async () => (await request(`/deliveries/${delivery_id}`)).status, { timeout: 60_000 }).toBe('sent')
}

const startOn = (env: Record<string, string>) =>
  startService({
    config: readConfig({ PORT: '0', LOG_LEVEL: 'silent', ALLOW_PRIVATE_NETWORK: '1', ...env }),
    role: 'start',
    log: createLogger('silent'),
  })

describe('backup of the embedded database', () => {
  it("restores a service from a copy of the stopped service's data folder", async () => {
    const test = await startTestService('embedded', { DATA_DIR: await preparedCopy() })
    const copy = path.join(folder, 'copy')
    try {
      const written = await fill(test)
      await test.service.stop()
      cpSync(test.dataDir, copy, { recursive: true })
      const restored = await startOn({ DATA_DIR: copy })
      await expectRestored(restored, written).finally(() => restored.stop())
    } finally {
      await test.stop().catch(() => {})
    }
  })
})

/** Returns the folder of a pg_dump that is at least as new as the server. Returns undefined if there is none. */
async function dumpPrograms(): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: await sharedPostgresUrl() })
  await client.connect()
  const { rows } = await client.query('show server_version_num')
  await client.end()
  const server = Math.floor(Number(rows[0].server_version_num) / 10_000)
  const debian = '/usr/lib/postgresql'
  const folders = [
    process.env.POSTGRES_BIN ?? '',
    ...(existsSync(debian) ? readdirSync(debian).map((version) => path.join(debian, version, 'bin')) : []),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  for (const bin of folders.filter((bin) => bin !== '' && existsSync(path.join(bin, 'pg_dump')))) {
    const { stdout } = await execute(path.join(bin, 'pg_dump'), ['--version'])
    if (Number(/ (\d+)/.exec(stdout)?.[1]) >= server) return bin
  }
  return undefined
}

describe('backup of a PostgreSQL database', () => {
  it('restores a service from a pg_dump taken while the service runs', async ({ skip }) => {
    const bin = await dumpPrograms()
    if (bin === undefined) return skip('no installed pg_dump is as new as the server')
    const test = await startTestService('postgres')
    const admin = new pg.Client({ connectionString: await sharedPostgresUrl() })
    await admin.connect()
    const name = `restored_${process.pid}`
    try {
      const written = await fill(test)
      const file = path.join(folder, 'carillon.dump')
      await execute(path.join(bin, 'pg_dump'), ['--format=custom', `--file=${file}`, test.databaseUrl!])
      // This message is sent after the dump, so the restored database must not contain it.
      const after = (await test.send(written.tenant.liveKey, message)).body.delivery_id as number
      await admin.query(`create database ${name} encoding UTF8 template template0`)
      const url = Object.assign(new URL(test.databaseUrl!), { pathname: `/${name}` }).href
      await execute(path.join(bin, 'pg_restore'), ['--no-owner', '--exit-on-error', `--dbname=${url}`, file])
      const restored = await startOn({ DATABASE_URL: url, DATA_DIR: test.dataDir })
      await expectRestored(restored, written).finally(() => restored.stop())
      expect(after).toBeGreaterThan(written.waiting)
    } finally {
      await test.stop()
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    }
  })
})
