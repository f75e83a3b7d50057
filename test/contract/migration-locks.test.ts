// An upgrade must not deadlock with the requests and workers of the previous version.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import { migrate, pendingMigrations } from '../../src/store/migrate.ts'
import { sharedPostgresUrl } from '../harness/shared.ts'

const name = `migration_locks_${randomUUID().slice(0, 8)}`
let admin: pg.Client
let watcher: pg.Client
let url: string

beforeAll(async () => {
  const adminUrl = await sharedPostgresUrl()
  admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
  watcher = new pg.Client({ connectionString: url })
  await watcher.connect()
})
afterAll(async () => {
  await watcher.end()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
})

// The parts of the migrations 0061, 0063 and 0065 that lock deliveries and recipients.
const UNDO = `
drop trigger deliveries_noted on deliveries;
drop function note_fallback;
drop table fallbacks, fallback_steps, fallback_attachments, fallback_notes;
drop table preferences, categories;
drop trigger recipients_unsubscribed on recipients;
drop function note_unsubscribed;
drop index workspaces_with_unsubscribed;
drop trigger recipients_quiet_hours on recipients;
drop function note_quiet_hours;
drop index workspaces_with_quiet_hours;
alter table workspaces drop column quiet_hours, drop column recipients_have_quiet_hours, drop column recipients_unsubscribed;
alter table recipients drop column quiet_hours, drop column time_zone, drop column unsubscribed_at;
alter table deliveries drop column deferred_until, drop column ignores_quiet_hours, drop column fallback_id;
delete from schema_migrations where name in ('0061_fallbacks', '0063_categories_and_preferences', '0065_quiet_hours')`

it('a request that has read a recipient can write its delivery while a migration waits for the recipients', async () => {
  const db = await openDatabase({ url, dataDir: '', poolSize: 2, since: new Date(), onFatal: () => {} })
  const request = new pg.Client({ connectionString: url })
  try {
    expect(await pendingMigrations(db)).not.toEqual([])
    await migrate(db)
    await request.connect()
    await request.query(UNDO)
    await request.query('begin')
    await request.query('select from recipients')
    const migrating = migrate(db)
    await expect.poll(waitsForRecipients, { timeout: 20_000, interval: 20 }).toBe(true)
    await request.query(`set local lock_timeout = '5s'`)
    await request.query('lock table deliveries in row exclusive mode')
    await request.query('commit')
    expect(await migrating).toEqual(['0061_fallbacks', '0063_categories_and_preferences', '0065_quiet_hours'])
  } finally {
    await request.end()
    await db.close()
  }
})

async function waitsForRecipients(): Promise<boolean> {
  const { rows } = await watcher.query<{ waits: boolean }>(
    `select exists (select from pg_locks where relation = 'recipients'::regclass and not granted) as waits`,
  )
  return rows[0]?.waits === true
}
