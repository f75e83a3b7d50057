// A pool of embedded databases. Test files reuse a database, because its start takes longer than most test files.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Pool } from 'pg'
import { type Database, embeddedOn } from '../../src/store/database.ts'
import { poolOn } from '../../src/store/embedded/open.ts'
import { type DatabaseThread, startThread } from '../../src/store/embedded/thread.ts'
import { preparedFolder } from './shared.ts'

/** Maximum number of idle databases. Each uses at least 100 MB of memory. */
const MOST_IDLE = 2

interface Engine {
  thread: DatabaseThread
  folder: string
  /** The hash of the schema when the database was new. */
  schema: string
}

export interface BorrowedEngine {
  /** The close method of this database only ends the connection. The engine continues to run. */
  database: Database
  /** Returns the engine to the pool. Call this function after the database is closed. */
  giveBack(): Promise<void>
}

const idle: Engine[] = []

/** Returns a migrated and empty embedded database. Uses an idle database that was given back, or creates a new one. */
export async function borrowEngine(): Promise<BorrowedEngine> {
  const engine = idle.pop() ?? (await startEngine())
  const pool = poolOn(engine.thread)
  return {
    database: embeddedOn(pool, () => pool.end()),
    async giveBack() {
      if (!pool.ending) await pool.end()
      if (idle.length < MOST_IDLE && (await restoreEmpty(engine))) idle.push(engine)
      else await endEngine(engine)
    },
  }
}

async function startEngine(): Promise<Engine> {
  const folder = await preparedCopy()
  const thread = startThread(path.join(folder, 'db'), () => {})
  await thread.opened
  return { thread, folder, schema: await withPool(thread, schemaOf) }
}

async function endEngine({ thread, folder }: Engine): Promise<void> {
  await thread.close()
  rmSync(folder, { recursive: true, force: true })
}

async function withPool<T>(thread: DatabaseThread, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = poolOn(thread)
  return work(pool).finally(() => pool.end())
}

// TypeScript declares WebAssembly only with the types of browsers.
const { WebAssembly } = globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<unknown> } }
let compiled: Promise<unknown> | undefined

/**
 * Creates a data directory with a migrated embedded database in the folder of the test run.
 * This module keeps the WebAssembly, so that no thread of this process compiles it again.
 */
export async function preparedCopy(): Promise<string> {
  const module = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  compiled ??= WebAssembly.compile(readFileSync(path.join(path.dirname(module), 'pglite.wasm')))
  await compiled
  const prepared = await preparedFolder()
  const folder = mkdtempSync(path.join(prepared, 'copy-'))
  cpSync(path.join(prepared, 'db'), path.join(folder, 'db'), { recursive: true })
  return folder
}

/** Empties the database for reuse. Returns false if a test changed the schema or stopped the thread. */
function restoreEmpty({ thread, schema }: Engine): Promise<boolean> {
  return withPool(thread, async (pool) => {
    if ((await schemaOf(pool)) !== schema) return false
    await empty(pool)
    return true
  }).catch(() => false)
}

/**
 * Truncates every table that was used: otherwise the planner relies on statistics of removed rows,
 * and assumes that a table that was empty once remains empty.
 */
async function empty(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not like 'schema\\_migrations%' and (reltuples >= 0 or pg_relation_size(oid) > 0)`,
  )
  const touched = rows.map(({ name }) => name)
  const statements = [
    ...(touched.length > 0 ? [`truncate ${touched.join(', ')} cascade`] : []),
    `delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
    `select setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences where last_value is not null`,
  ]
  await pool.query(statements.join(';'))
}

/**
 * Returns a hash of everything that a migration or a test can change:
 * tables, columns, constraints, triggers, migrations.
 */
async function schemaOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{
    schema: string
  }>(`select md5(string_agg(line, E'\\n' order by line)) as schema from (
      select format('%s %s %s %s', c.relname, c.relkind, c.relpersistence, c.relnatts) as line
        from pg_class c where c.relnamespace = 'public'::regnamespace
      union all select format('%s %s %s', attrelid::regclass, attname, atttypid) from pg_attribute
        where attnum > 0 and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
      union all select format('%s %s %s', conname, conrelid, conkey) from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgname from pg_trigger where not tgisinternal
      union all select proname from pg_proc where pronamespace = 'public'::regnamespace
      union all select name from schema_migrations) as every`)
  return rows[0]!.schema
}
