// carillon doctor: looks at everything a start depends on, and says what to do about what it finds.
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import { createSeal } from '../lib/seal.ts'
import { type Database, openDatabase } from '../store/database.ts'
import { DirectoryLocked } from '../store/embedded/lock.ts'
import { pendingMigrations } from '../store/migrate.ts'
import { ensureInstallation } from '../workspace/installation.ts'
import { readMasterKey } from '../workspace/master-key.ts'

interface Finding {
  what: string
  ok: boolean
  says: string
}

const OLDEST_SERVER = 150_000
const MOST_DRIFT = 5000

/** Prints a line per check; answers 1 when one of them is not fine. */
export async function doctor(config: Config): Promise<number> {
  const findings = [configuration(config), ...dataDirectory(config), ...(await database(config))]
  for (const { what, ok, says } of findings) console.log(`${ok ? 'ok  ' : 'NOT '} ${what.padEnd(14)} ${says}`)
  return findings.every(({ ok }) => ok) ? 0 : 1
}

function configuration({ host, publicUrl }: Config): Finding {
  const open = !['127.0.0.1', '::1', 'localhost'].includes(host)
  if (open && !publicUrl?.startsWith('https://')) {
    return {
      what: 'configuration',
      ok: false,
      says: `listens on ${host} but PUBLIC_URL is no https address: put a TLS proxy in front and set PUBLIC_URL to its address`,
    }
  }
  return { what: 'configuration', ok: true, says: 'every setting can be used' }
}

function dataDirectory({ dataDir, masterKey }: Config): Finding[] {
  if (!existsSync(dataDir))
    return [{ what: 'permissions', ok: true, says: `${dataDir} does not exist yet; the first start makes it` }]
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return [
      {
        what: 'permissions',
        ok: false,
        says: `${dataDir} can't be read and written by this user: change its owner, or set DATA_DIR`,
      },
    ]
  }
  const loose = ['master-key', 'admin-token'].filter((name) => {
    const file = path.join(dataDir, name)
    return existsSync(file) && (statSync(file).mode & 0o077) !== 0
  })
  return [
    loose.length > 0
      ? {
          what: 'permissions',
          ok: false,
          says: `${loose.join(' and ')} in ${dataDir} can be read by others: chmod 600`,
        }
      : {
          what: 'permissions',
          ok: true,
          says: `${dataDir} is ours${masterKey === undefined ? '; back up its master-key with the database' : ''}`,
        },
  ]
}

async function database(config: Config): Promise<Finding[]> {
  let db: Database
  try {
    db = await openDatabase({
      url: config.databaseUrl,
      dataDir: config.dataDir,
      poolSize: 2,
      since: systemClock.now(),
      onFatal: () => {},
    })
  } catch (error) {
    if (error instanceof DirectoryLocked)
      return [{ what: 'database', ok: true, says: `embedded, in use by a running service: ${error.message}` }]
    return [{ what: 'database', ok: false, says: (error as Error).message }]
  }
  try {
    const asked = await db.query<{ version: number; now: Date }>({
      text: `select current_setting('server_version_num')::int as version, clock_timestamp() as now`,
    })
    const { version, now } = asked.rows[0]!
    const findings = [versionFinding(db, version), clockFinding(now), await schemaFinding(db)]
    if (findings[2]!.ok) findings.push(await keyFinding(db, config))
    return findings
  } catch (error) {
    return [
      { what: 'database', ok: false, says: `${(error as Error).message}: check DATABASE_URL and that the server runs` },
    ]
  } finally {
    await db.close()
  }
}

function versionFinding(db: Database, version: number): Finding {
  const name = `PostgreSQL ${Math.floor(version / 10_000)}${db.kind === 'embedded' ? ', embedded: one process' : ''}`
  return version >= OLDEST_SERVER
    ? { what: 'database', ok: true, says: name }
    : { what: 'database', ok: false, says: `${name} is too old: 15 or newer is needed` }
}

function clockFinding(theirs: Date): Finding {
  const drift = Math.abs(theirs.getTime() - systemClock.now().getTime())
  return drift <= MOST_DRIFT
    ? { what: 'clock', ok: true, says: 'agrees with the database' }
    : {
        what: 'clock',
        ok: false,
        says: `is ${Math.round(drift / 1000)} s away from the database's: run a time service on both machines`,
      }
}

async function schemaFinding(db: Database): Promise<Finding> {
  try {
    const pending = await pendingMigrations(db)
    return pending.length === 0
      ? { what: 'schema', ok: true, says: 'up to date' }
      : { what: 'schema', ok: false, says: `lacks ${pending.join(', ')}: run "carillon migrate" or "carillon start"` }
  } catch (error) {
    return { what: 'schema', ok: false, says: (error as Error).message }
  }
}

async function keyFinding(db: Database, config: Config): Promise<Finding> {
  try {
    await ensureInstallation(db, createSeal(readMasterKey(config)))
    return { what: 'master key', ok: true, says: 'opens what this database holds' }
  } catch (error) {
    return { what: 'master key', ok: false, says: (error as Error).message }
  }
}
