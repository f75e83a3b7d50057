// Moves the embedded database to a server: every row is copied exactly, and the service continues with the server.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { runMove } from '../../src/cli/machine/move.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/store/database.ts'
import { openEmbedded } from '../../src/store/embedded/open.ts'
import { moveDatabase, NotEmpty } from '../../src/store/move.ts'
import { createInstallation, type Installation, post, until } from '../harness/installation.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { preparedDatabase, sharedPostgresUrl } from '../harness/shared.ts'

const name = `move_${randomUUID().slice(0, 8)}`
let installation: Installation
let provider: Provider
let admin: pg.Client
let url: string

beforeAll(async () => {
  installation = await createInstallation('embedded')
  provider = await startProvider()
  provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }))
  const adminUrl = await sharedPostgresUrl()
  admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
})
afterAll(async () => {
  await installation.remove()
  await provider.stop()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
})

/** Returns the content of every table as sorted text, by table name, without the table of the migrator. */
async function contents(query: (text: string) => Promise<{ rows: Record<string, string>[] }>) {
  const tables = await query(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     and relname not like 'schema\\_migrations%' order by 1`,
  )
  const all: Record<string, string[]> = {}
  for (const table of tables.rows) {
    const { rows } = await query(`select t::text as row from ${table.name} t order by 1`)
    all[table.name!] = rows.map(({ row }) => row!)
  }
  return all
}

// The test starts the service three times and opens the embedded database four times, which takes long.
it('moves every row to the database server once, and the service then works with this server', async () => {
  const first = await installation.start()
  const site = await installation.createSite(first.address, provider.url)
  const awkwardText = 'a "quoted", (comma) \\ back\nslash — ünïcode ☎ \u{1F514}'
  const message = {
    recipient: { name: awkwardText, telegram_chat_id: '7' },
    template: 'hello',
    vars: { name: awkwardText },
  }
  const attachment = {
    filename: 'a.bin',
    mime_type: 'application/octet-stream',
    content: Buffer.from([0, 1, 92, 34, 255]).toString('base64'),
  }
  const later = new Date(Date.now() + 86_400_000).toISOString()
  const sent = await post(first.address, site.liveKey, message)
  const waiting = { ...message, recipient: { email: 'a@b.example' }, scheduled_for: later, attachments: [attachment] }
  const scheduled = await post(first.address, site.testKey, waiting)
  expect([sent.status, scheduled.status]).toEqual([202, 202])
  await until(240, async () => provider.received.length === 1)
  const environment = { DATA_DIR: installation.dataDir, DATABASE_URL: url }
  await expect(runMove(readConfig(environment))).rejects.toThrow('in use by process')
  first.child.kill('SIGTERM')
  await first.ended

  const counts = await runMove(readConfig(environment))
  expect(counts.get('attachments')).toBe(1)
  expect(counts.get('deliveries')).toBe(2)
  const embedded = await openEmbedded(installation.dataDir, { since: new Date(), onFatal: () => {} })
  const before = await contents((text) => embedded.pool.query(text))
  await embedded.close()
  const server = new pg.Client({ connectionString: url })
  await server.connect()
  const after = await contents((text) => server.query(text))
  await server.end()
  expect(after).toEqual(before)
  expect(Object.values(after).flat().length).toBeGreaterThan(10)
  await expect(runMove(readConfig(environment))).rejects.toBeInstanceOf(NotEmpty)

  const second = await installation.start('start', { DATABASE_URL: url })
  const again = await post(second.address, site.liveKey, message)
  expect(again.status).toBe(202)
  expect(again.body.delivery_id).toBeGreaterThan(scheduled.body.delivery_id)
  expect(again.body.recipient.id).toBe(sent.body.recipient.id)
  await until(240, async () => provider.received.length === 2)
})

it('refuses to move data if the target database or the embedded database is missing', async () => {
  await expect(runMove(readConfig({ DATA_DIR: installation.dataDir }))).rejects.toThrow('Set DATABASE_URL')
  await expect(runMove(readConfig({ DATA_DIR: '/nonexistent', DATABASE_URL: url }))).rejects.toThrow('no embedded')
})

/** Creates a migrated database without rows. Removes it after the test. */
async function createMigrated(name: string): Promise<string> {
  await admin.query(`create database ${name} template ${await preparedDatabase()}`)
  onTestFinished(async () => void (await admin.query(`drop database ${name} with (force)`)))
  return Object.assign(new URL(await sharedPostgresUrl()), { pathname: `/${name}` }).href
}

it('moves data when the source takes longer for a batch than the limit of an idle transaction', async () => {
  const target = `${name}_target`
  const urls = [await createMigrated(`${name}_source`), await createMigrated(target)]
  const open = (url: string | undefined, limits = {}) =>
    openDatabase({ url, dataDir: '', poolSize: 1, since: new Date(0), limits, onFatal: console.error })
  const [from, to] = [await open(urls[0]), await open(urls[1], { idleTransaction: 100 })]
  const blocker = new pg.Client({ connectionString: urls[0] })
  await blocker.connect()
  try {
    await blocker.query('begin')
    await blocker.query('lock table workspaces in access exclusive mode')
    const moving = moveDatabase(from, to)
    moving.catch(() => {})
    const idle = `select from pg_stat_activity where datname = '${target}' and state = 'idle in transaction'
      and state_change < clock_timestamp() - interval '500 ms'`
    await until(60, async () => (await admin.query(idle)).rows.length > 0)
    await blocker.query('rollback')
    expect((await moving).get('workspaces')).toBe(0)
  } finally {
    await blocker.end()
    await Promise.all([from.close(), to.close()])
  }
})
