// The doctor's checks of the database: reachability, version, clock, schema and master key.

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../config.ts'
import { hostUrls } from '../../host-urls.ts'
import { opensInstallation } from '../../installation/installation.ts'
import { masterKeyFile } from '../../installation/master-key.ts'
import { countSealed } from '../../installation/sealed-walk.ts'
import { isWeakMasterKey, weakKey } from '../../installation/weak-master-key.ts'
import { systemClock } from '../../lib/clock.ts'
import { createSeal, type Seal } from '../../lib/seal.ts'
import { counted } from '../../lib/text/plural.ts'
import { errorOf, messageOf } from '../../lib/thrown.ts'
import { type Database, openDatabase } from '../../store/database.ts'
import { DirectoryLocked } from '../../store/embedded/lock.ts'
import { NewerSchema, pendingMigrations } from '../../store/migrate.ts'
import { databaseProblem } from '../machine/database-errors.ts'
import { type Finding, fail, ok, warn } from './findings.ts'
import { localeFinding } from './locale.ts'
import { listenFinding, preparedFinding } from './sessions.ts'
import { upgradeFinding } from './upgrade.ts'

const OLDEST_SERVER = 150_000
/**
 * Limits for the drift of the clock, in milliseconds. A drift up to `ok` passes the check. A drift up to `warn` is a
 * warning. A larger drift fails the check.
 */
const drifts = { ok: 1000, warn: 5000 } as const

export async function* databaseFindings(config: Config): AsyncGenerator<Finding> {
  const { databaseUrl, databaseDirectUrl = databaseUrl, dataDir } = config
  if (databaseUrl === undefined && !existsSync(path.join(dataDir, 'db', 'PG_VERSION'))) {
    yield ok('database', 'There is no embedded database yet. The first start creates it.')
    return
  }
  const db = await openOrReport(config)
  if ('check' in db) {
    yield db
    return
  }
  try {
    if (databaseUrl !== undefined) {
      const prepared = await preparedFinding(databaseUrl)
      yield prepared
      // Without prepared statements, the other checks fail too.
      if (prepared.level === 'fail') return
    }
    yield* openDatabaseFindings(db, config)
    if (databaseDirectUrl !== undefined) yield await listenFinding(databaseDirectUrl)
  } catch (error) {
    yield failedFinding(error, databaseUrl)
  } finally {
    await db.close()
  }
}

/**
 * Opens the database. Returns a finding if the database cannot be opened, or if a running service has locked the
 * embedded database.
 */
async function openOrReport({ databaseUrl: url, dataDir }: Config): Promise<Database | Finding> {
  try {
    return await openDatabase({ url, dataDir, poolSize: 2, since: systemClock.now(), onFatal: () => {} })
  } catch (error) {
    if (error instanceof DirectoryLocked)
      return ok(
        'database',
        `The database is embedded, and a running service uses it (${/process \d+ on \S+/.exec(error.message)?.[0]}).`,
      )
    return fail('database', messageOf(error), 'Restore the data directory from a copy, or choose another DATA_DIR.')
  }
}

async function* openDatabaseFindings(db: Database, config: Config): AsyncGenerator<Finding> {
  const startedAt = systemClock.now().getTime()
  const { version, now } = await serverOf(db)
  yield versionFinding(version, db.kind)
  yield clockFinding(driftOf(now.getTime(), startedAt, systemClock.now().getTime()))
  const schema = await schemaFinding(db)
  yield schema
  yield await localeFinding(db)
  if (schema.level !== 'ok') return
  const seal = sealFrom(config)
  yield await keyFinding(db, config, seal)
  yield await upgradeFinding(db, seal)
}

async function serverOf(db: Database): Promise<{ version: number; now: Date }> {
  const { rows } = await db.query<{ version: number; now: Date }>({
    text: `select current_setting('server_version_num')::int as version, clock_timestamp() as now`,
  })
  const [row] = rows
  if (row === undefined) throw new Error('a select without a table returned no row')
  return row
}

function versionFinding(version: number, kind: Database['kind']): Finding {
  const name = `PostgreSQL ${Math.floor(version / 10_000)}${kind === 'embedded' ? ' (embedded, for one process only)' : ''}`
  return version >= OLDEST_SERVER
    ? ok('database', `${name}.`)
    : fail('database', `${name} is too old.`, 'Upgrade the server to PostgreSQL 15 or newer.')
}

/**
 * Returns the smallest possible difference between the two clocks, in milliseconds. The database server read its clock
 * at an unknown time between `startedAt` and `endedAt`.
 */
export function driftOf(theirs: number, startedAt: number, endedAt: number): number {
  return theirs < startedAt ? theirs - startedAt : Math.max(0, theirs - endedAt)
}

/** `drift` is the number of milliseconds by which the database's clock is ahead of this machine's clock. */
export function clockFinding(drift: number): Finding {
  const message = `The database's clock is ${(Math.abs(drift) / 1000).toFixed(1)} s ${drift > 0 ? 'ahead of' : 'behind'} this machine's clock.`
  const remedy =
    'Run a time service (chrony, systemd-timesyncd) on both machines: schedules and leases depend on the clock.'
  if (Math.abs(drift) <= drifts.ok)
    return ok('clock', 'The clock of this machine agrees with the clock of the database.')
  return Math.abs(drift) <= drifts.warn ? warn('clock', message, remedy) : fail('clock', message, remedy)
}

async function schemaFinding(db: Database): Promise<Finding> {
  try {
    const pending = await pendingMigrations(db)
    if (pending.length === 0) return ok('schema', 'Up to date.')
    return fail(
      'schema',
      `Pending migrations: ${pending.join(', ')}.`,
      'Run "carillon migrate" or "carillon start" to apply the migrations.',
    )
  } catch (error) {
    if (!(error instanceof NewerSchema)) throw error
    return fail('schema', error.message, 'Install the version that migrated the schema, or a later version.')
  }
}

/**
 * Returns the configured master key. Returns undefined if there is none. Unlike a start of the service, the doctor does
 * not create a key.
 */
function configuredKey({ masterKey, dataDir }: Config): string | undefined {
  const file = masterKeyFile(dataDir)
  return masterKey ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined)
}

function sealFrom(config: Config): Seal | undefined {
  const { masterKeyPrevious, masterKeyNext } = config
  const key = configuredKey(config)
  const others = [masterKeyPrevious, masterKeyNext].filter((other) => other !== undefined)
  return key === undefined ? undefined : createSeal(key, others)
}

async function keyFinding(db: Database, config: Config, seal: Seal | undefined): Promise<Finding> {
  const { masterKey, masterKeyPrevious, dataDir } = config
  const key = configuredKey(config)
  const file = masterKeyFile(dataDir)
  const opens = await opensInstallation(db, seal)
  if (key !== undefined && opens !== false && isWeakMasterKey(key))
    return warn('master key', weakKey.message, weakKey.remedy)
  if (opens === undefined) return ok('master key', 'No secret is stored yet.')
  if (opens && seal && masterKeyPrevious !== undefined) return exchangeFinding(db, seal)
  if (opens)
    return ok(
      'master key',
      `The master key decrypts the secrets in the database. ${masterKey === undefined ? `Keep a copy of ${file}.` : ''}`,
    )
  return fail(
    'master key',
    seal === undefined
      ? `${file} does not exist, and MASTER_KEY is not set.`
      : 'The master key is not the key that this database was set up with.',
    'Set MASTER_KEY to the key that the service was set up with, or restore its master-key file. Without that key, create every key and credential again.',
  )
}

async function exchangeFinding(db: Database, seal: Seal): Promise<Finding> {
  const { all, others } = await countSealed(db, seal, false)
  if (others === 0)
    return ok(
      'master key',
      `${counted(all, 'secret is', 'secrets are')} encrypted with MASTER_KEY, and no secret is encrypted with another key. Keep MASTER_KEY_PREVIOUS set as long as the links in earlier messages must work.`,
    )
  return warn(
    'master key',
    `Secrets that are not encrypted with MASTER_KEY yet: ${others} of ${all}.`,
    'Start a worker ("carillon worker" or "carillon start") with MASTER_KEY_PREVIOUS set. It encrypts these secrets again within an hour. Run the doctor again before you remove MASTER_KEY_PREVIOUS.',
  )
}

function failedFinding(error: unknown, url: string | undefined): Finding {
  if (url === undefined)
    return fail('database', messageOf(error), 'Restore the data directory from a copy, or choose another DATA_DIR.')
  // The URL of a Unix socket has no host.
  const hosts = hostUrls(url).map((one) => new URL(one.replace('@/', '@localhost/')))
  const { message, remedy } = databaseProblem(errorOf(error)) ?? {
    message: `The check failed: ${messageOf(error)}.`,
    remedy: 'Check DATABASE_URL, and the log of the database server.',
  }
  return fail(
    'database',
    message,
    `${remedy} The database server is at ${hosts.map(({ hostname, port }) => `${hostname}:${port || 5432}`).join(' or ')}.`,
  )
}
