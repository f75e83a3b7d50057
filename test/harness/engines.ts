// Embedded databases that one test file after the other uses: to start one takes longer than most files need of it.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Database, openDatabase } from '../../src/store/database.ts'
import { preparedFolder } from './shared.ts'

/** Tables up to this size are emptied row by row, which takes a tenth of the time that a new file for each index takes. */
const SMALL_BYTES = 512 * 1024

/** Each takes 100 MB and more. */
const MOST_IDLE = 2

interface Engine {
  /** Closing it is this file's matter, not the service's. */
  database: Database
  /** What the schema was when it was new. */
  schema: string
  close(): Promise<void>
}

export interface BorrowedEngine {
  database: Database
  /** After the service has stopped. */
  giveBack(): Promise<void>
}

const idle: Engine[] = []

/** A migrated embedded database that holds nothing: one that was given back, or a new one. */
export async function borrowEngine(): Promise<BorrowedEngine> {
  const engine = idle.pop() ?? (await openEngine())
  return {
    database: engine.database,
    async giveBack() {
      if (idle.length < MOST_IDLE && (await isEmptiedAgain(engine))) idle.push(engine)
      else await engine.close()
    },
  }
}

async function openEngine(): Promise<Engine> {
  const folder = await preparedCopy()
  const database = await openDatabase({
    url: undefined,
    dataDir: folder,
    poolSize: 1,
    since: new Date(),
    onFatal: () => {},
  })
  return {
    database: { ...database, close: async () => {} },
    schema: await schemaOf(database),
    async close() {
      await database.close().catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

// TypeScript knows WebAssembly with a browser's types alone.
const { WebAssembly } = globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<unknown> } }
let compiled: Promise<unknown> | undefined

/**
 * A data directory whose embedded database is migrated. It lies in the run's own folder and goes with it, whoever is killed.
 * While the WebAssembly is held here, no thread of this process compiles it again.
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

/** Nobody takes over what a test broke: a connection it still holds, a table it changed, a thread that died. */
async function isEmptiedAgain({ database, schema }: Engine): Promise<boolean> {
  if (database.pool.totalCount !== database.pool.idleCount) return false
  try {
    if ((await schemaOf(database)) !== schema) return false
    await empty(database)
    return true
  } catch {
    return false
  }
}

async function empty(database: Database): Promise<void> {
  const { rows } = await database.query<{ name: string; small: boolean }>({
    text: `select c.oid::regclass::text as name, pg_total_relation_size(c.oid) <= $1 as small
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'schema\\_migrations%'`,
    values: [SMALL_BYTES],
  })
  const namesOf = (small: boolean) => rows.filter((row) => row.small === small).map(({ name }) => name)
  const large = namesOf(false)
  // Rows go without a look at who refers to them: they all go.
  const statements = [
    'set session_replication_role = replica',
    ...(large.length > 0 ? [`truncate ${large.join(', ')} cascade`] : []),
    ...namesOf(true).map((name) => `delete from ${name}`),
    `select setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences where last_value is not null`,
    'reset all',
    'select pg_advisory_unlock_all()',
  ]
  for (const text of statements) await database.query({ text })
}

/** Everything a migration or a test could have changed: the tables, what they hold to, and which migrations there were. */
async function schemaOf(database: Database): Promise<string> {
  const { rows } = await database.query<{ schema: string }>({
    text: `select md5(string_agg(line, E'\\n' order by line)) as schema from (
      select format('%s %s %s %s', c.relname, c.relkind, c.relpersistence, c.relnatts) as line
        from pg_class c where c.relnamespace = 'public'::regnamespace
      union all select format('%s %s %s', attrelid::regclass, attname, atttypid) from pg_attribute
        where attnum > 0 and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
      union all select conname || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgname from pg_trigger where not tgisinternal
      union all select proname from pg_proc where pronamespace = 'public'::regnamespace
      union all select name from schema_migrations) as every`,
  })
  return rows[0]!.schema
}
