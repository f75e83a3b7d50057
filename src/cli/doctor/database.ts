// The doctor's look at the database: can it be reached, is it ours, does its clock agree, is LISTEN heard.

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { opensInstallation } from '../../installation/installation.ts'
import { masterKeyFile } from '../../installation/master-key.ts'
import { countSealed } from '../../installation/sealed-walk.ts'
import { isWeakMasterKey, weakKey } from '../../installation/weak-master-key.ts'
import { systemClock } from '../../lib/clock.ts'
import { createSeal, type Seal } from '../../lib/seal.ts'
import { counted } from '../../lib/text/plural.ts'
import { codeOf, messageOf } from '../../lib/thrown.ts'
import { type Database, openDatabase } from '../../store/database.ts'
import { DirectoryLocked } from '../../store/embedded/lock.ts'
import { NewerSchema, pendingMigrations } from '../../store/migrate.ts'
import { type Finding, fail, ok, warn } from './findings.ts'
import { localeFinding } from './locale.ts'
import { upgradeFinding } from './upgrade.ts'

const OLDEST_SERVER = 150_000
/** Milliseconds. */
const drifts = { odd: 1000, wrong: 5000 } as const

export async function* databaseFindings(config: Config): AsyncGenerator<Finding> {
  const { databaseUrl, databaseDirectUrl = databaseUrl, dataDir } = config
  if (databaseUrl === undefined && !existsSync(path.join(dataDir, 'db', 'PG_VERSION'))) {
    yield ok('database', 'There is no embedded database yet; the first start makes it.')
    return
  }
  const db = await opened(config)
  if ('check' in db) {
    yield db
    return
  }
  try {
    yield* insideFindings(db, config)
    if (databaseDirectUrl !== undefined) yield await listenFinding(databaseDirectUrl)
  } catch (error) {
    yield unreachable(error, databaseUrl)
  } finally {
    await db.close()
  }
}

/** The embedded database serves one process: while the service runs, it is the service's to look into. */
async function opened({ databaseUrl: url, dataDir }: Config): Promise<Database | Finding> {
  try {
    return await openDatabase({ url, dataDir, poolSize: 2, since: systemClock.now(), onFatal: () => {} })
  } catch (error) {
    if (error instanceof DirectoryLocked)
      return ok(
        'database',
        `Embedded, and held by a running service (${/process \d+ on \S+/.exec(error.message)?.[0]}).`,
      )
    return fail('database', messageOf(error), 'Restore the data directory from a copy, or choose another DATA_DIR.')
  }
}

async function* insideFindings(db: Database, config: Config): AsyncGenerator<Finding> {
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
  const name = `PostgreSQL ${Math.floor(version / 10_000)}${kind === 'embedded' ? ', embedded: one process' : ''}`
  return version >= OLDEST_SERVER
    ? ok('database', `${name}.`)
    : fail('database', `${name} is too old.`, 'Upgrade the server to PostgreSQL 15 or newer.')
}

/** Its clock was read at some moment between question and answer, which a busy machine lets lie seconds apart. */
export function driftOf(theirs: number, startedAt: number, answered: number): number {
  return theirs < startedAt ? theirs - startedAt : Math.max(0, theirs - answered)
}

/** `drift`: how far the database's clock is ahead of ours, milliseconds. */
export function clockFinding(drift: number): Finding {
  const message = `The database's clock is ${(Math.abs(drift) / 1000).toFixed(1)} s ${drift > 0 ? 'ahead' : 'behind'}.`
  const remedy =
    'Run a time service (chrony, systemd-timesyncd) on both machines: schedules and leases go by the clock.'
  if (Math.abs(drift) <= drifts.odd) return ok('clock', 'Agrees with the database.')
  return Math.abs(drift) <= drifts.wrong ? warn('clock', message, remedy) : fail('clock', message, remedy)
}

async function schemaFinding(db: Database): Promise<Finding> {
  try {
    const pending = await pendingMigrations(db)
    if (pending.length === 0) return ok('schema', 'Up to date.')
    return fail(
      'schema',
      `It lacks ${pending.join(', ')}.`,
      'Run "carillon migrate"; "carillon start" does it by itself.',
    )
  } catch (error) {
    if (!(error instanceof NewerSchema)) throw error
    return fail('schema', error.message, 'Install the version that migrated it, or a later one.')
  }
}

/** Undefined where no master key is at hand: the doctor makes none. */
function keyAtHand({ masterKey, dataDir }: Config): string | undefined {
  const file = masterKeyFile(dataDir)
  return masterKey ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined)
}

function sealFrom(config: Config): Seal | undefined {
  const { masterKeyPrevious, masterKeyNext } = config
  const key = keyAtHand(config)
  const others = [masterKeyPrevious, masterKeyNext].filter((other) => other !== undefined)
  return key === undefined ? undefined : createSeal(key, others)
}

async function keyFinding(db: Database, config: Config, seal: Seal | undefined): Promise<Finding> {
  const { masterKey, masterKeyPrevious, dataDir } = config
  const key = keyAtHand(config)
  const file = masterKeyFile(dataDir)
  const opens = await opensInstallation(db, seal)
  if (key !== undefined && opens !== false && isWeakMasterKey(key))
    return warn('master key', weakKey.message, weakKey.remedy)
  if (opens === undefined) return ok('master key', 'Nothing is sealed yet.')
  if (opens && seal && masterKeyPrevious !== undefined) return exchangeFinding(db, seal)
  if (opens)
    return ok(
      'master key',
      `Opens what the database holds. ${masterKey === undefined ? `Keep a copy of ${file}.` : ''}`,
    )
  return fail(
    'master key',
    seal === undefined
      ? `${file} is not there, and MASTER_KEY is not set.`
      : 'It is not the one this database was set up with.',
    'Set MASTER_KEY to the one the service was set up with, or bring its master-key file back; without it every key and credential has to be made anew.',
  )
}

async function exchangeFinding(db: Database, seal: Seal): Promise<Finding> {
  const { all, others } = await countSealed(db, seal, false)
  if (others === 0)
    return ok(
      'master key',
      `${counted(all, 'secret is', 'secrets are')} sealed with MASTER_KEY, and none with another key. Keep MASTER_KEY_PREVIOUS as long as links in messages sent before have to work.`,
    )
  return warn(
    'master key',
    `Secrets that are not sealed with MASTER_KEY yet: ${others} of ${all}.`,
    'A worker (or start) with MASTER_KEY_PREVIOUS set seals them anew within an hour; ask again before you take it away.',
  )
}

function unreachable(error: unknown, url: string | undefined): Finding {
  const code = codeOf(error) ?? ''
  const reason = messageOf(error) || code
  if (url === undefined)
    return fail('database', reason, 'Restore the data directory from a copy, or choose another DATA_DIR.')
  // The address of a socket has no host.
  const where = new URL(url.replace('@/', '@localhost/'))
  const remedy =
    code.startsWith('28') || code === '3D000'
      ? `Look at user, password and database name in DATABASE_URL, and at pg_hba.conf on ${where.hostname}.`
      : `Look whether PostgreSQL runs on ${where.hostname}:${where.port || 5432} and lets this machine in, and at DATABASE_URL.`
  return fail('database', `The server does not let us in: ${reason}.`, remedy)
}

const NOTIFIED_WITHIN = 3000

/** A pooler that hands out a server connection for each transaction answers LISTEN and never tells anything. */
async function listenFinding(connectionString: string): Promise<Finding> {
  const channel = 'carillon_doctor'
  const open = () => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3000, query_timeout: 5000 })
    client.on('error', () => {})
    return client
  }
  const [ear, mouth] = [open(), open()]
  try {
    await Promise.all([ear.connect(), mouth.connect()])
    const notified = new Promise<boolean>((resolve) => {
      ear.once('notification', () => resolve(true))
      setTimeout(() => resolve(false), NOTIFIED_WITHIN).unref()
    })
    await ear.query(`listen ${channel}`)
    await mouth.query(`notify ${channel}`)
    if (await notified) return ok('listen', 'Workers are woken at once.')
    return warn(
      'listen',
      'LISTEN is not heard: a pooler in transaction mode (PgBouncer) seems to be in between. Messages wait for the next look, up to a second.',
      'Set DATABASE_DIRECT_URL to an address of PostgreSQL itself, or of a pool in session mode.',
    )
  } finally {
    await Promise.all([ear.end(), mouth.end()]).catch(() => {})
  }
}
