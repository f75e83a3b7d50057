// Migrates the schema with SQL files. Each file is applied once and cannot be undone. Many processes can start at the
// same time.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Migration, MigrationResultSet, Migrator } from 'kysely'
import pg from 'pg'
import { packageRoot } from '../lib/package-root.ts'
import { applicationName } from './application-name.ts'
import type { Database } from './database.ts'
import { ServerClient } from './server-client.ts'
import { createServerHosts } from './server-hosts.ts'

const MIGRATIONS = path.join(packageRoot(), 'migrations')
const TABLE = 'schema_migrations'

/** The error for a database that was migrated by a newer version of the service. */
export class NewerSchema extends Error {
  override name = 'NewerSchema'
}

/**
 * Applies the missing migrations in the order of their numbers, and returns their names. If a migration fails, the earlier
 * ones remain applied. The migrator's advisory lock allows only one process at a time. Throws NewerSchema if the database has a migration that this version does not have.
 */
export async function migrate(db: Database): Promise<string[]> {
  // Most starts have no migration to apply, so they do not load the migrator.
  if ((await pendingMigrations(db)).length === 0) return []
  const { CompiledQuery, Kysely, Migrator: KyselyMigrator, PostgresDialect } = await import('kysely')
  const texts = await readMigrations()
  const migrations = Object.fromEntries(
    Object.entries(texts).map(([name, text]): [string, Migration] => [
      name,
      { up: async (tx) => void (await tx.executeQuery(CompiledQuery.raw(text))) },
    ]),
  )
  const { pool, close } = await migrationPool(db)
  const migrator = new KyselyMigrator({
    db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    provider: { getMigrations: async () => migrations },
    migrationTableName: TABLE,
    migrationLockTableName: `${TABLE}_lock`,
    // The database of a development version may lack a migration although it has a migration with a higher number,
    // because branches are merged in any order.
    allowUnorderedMigrations: true,
  })
  try {
    const isNew = (await appliedMigrations(db)).length === 0
    return isNew ? namesOf(await migrator.migrateToLatest()) : await migrateOneByOne(migrator)
  } finally {
    await close()
  }
}

/**
 * Applies each migration in a separate transaction. With one transaction, the running processes of the previous version
 * could deadlock with the migrations: they lock tables in another order.
 */
async function migrateOneByOne(migrator: Migrator): Promise<string[]> {
  const applied: string[] = []
  while (true) {
    const names = namesOf(await migrator.migrateUp())
    if (names.length === 0) return applied
    applied.push(...names)
  }
}

function namesOf({ error, results = [] }: MigrationResultSet): string[] {
  if (error !== undefined) throw error
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

/**
 * Returns the connection for the migrator. It does not use a connection pooler: the lock of the migrator belongs to a
 * session, and a pooler would give the session to other clients. The connection has no query timeout, because building
 * an index on a large table takes long.
 */
async function migrationPool(db: Database): Promise<{ pool: pg.Pool; close(): Promise<void> }> {
  if (db.directUrl === undefined) return { pool: db.pool, close: async () => {} }
  const pool = new pg.Pool({
    connectionString: await createServerHosts(db.directUrl).current(),
    max: 1,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: applicationName('migrate'),
    Client: ServerClient,
  })
  return { pool, close: () => pool.end() }
}

/**
 * Returns the migrations of this version that the database does not have. For an empty database, these are all
 * migrations. Throws NewerSchema if the database has a migration that this version does not have.
 */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const { lacking, unknown } = await compareSchema(db)
  if (unknown.length > 0) {
    throw new NewerSchema(
      `This database was migrated by a newer version (it has ${unknown.join(', ')}). Start that version or a later one: an older version could damage its data.`,
    )
  }
  return lacking
}

/**
 * Returns the missing migrations. Does not fail if the database has newer migrations, because the next version migrates
 * the database while this version is still running. Every migration permits this.
 */
export async function lackingMigrations(db: Database): Promise<string[]> {
  return (await compareSchema(db)).lacking
}

async function compareSchema(db: Database): Promise<{ lacking: string[]; unknown: string[] }> {
  const known = await migrationNames()
  const applied = await appliedMigrations(db)
  return {
    lacking: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}

/** Returns the names of the migrations, ordered by their numbers. */
async function migrationNames(): Promise<string[]> {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort()
  return files.map((file) => path.basename(file, '.sql'))
}

/** Returns the SQL of the migrations by name, ordered by their numbers. */
async function readMigrations(): Promise<Record<string, string>> {
  const names = await migrationNames()
  const texts = names.map(async (name) => [name, await readFile(path.join(MIGRATIONS, `${name}.sql`), 'utf8')])
  return Object.fromEntries(await Promise.all(texts))
}

async function appliedMigrations(db: Database): Promise<string[]> {
  const table = await db.query<{ found: boolean }>({
    text: 'select to_regclass($1) is not null as found',
    values: [TABLE],
  })
  if (!table.rows[0]?.found) return []
  const applied = await db.query<{ name: string }>({ text: `select name from ${TABLE} order by name` })
  return applied.rows.map((row) => row.name)
}
