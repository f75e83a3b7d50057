// Starts a whole service for a test file:
// real HTTP, a real database of either kind, and a clock that the test controls.
import { rmSync } from 'node:fs'
import pg from 'pg'
import { runMigrate } from '../../src/cli/machine/migrate.ts'
import { readConfig } from '../../src/config.ts'
import type { Clock } from '../../src/lib/clock.ts'
import { createLogger } from '../../src/lib/log.ts'
import { issueManagementToken } from '../../src/members/management-tokens.ts'
import { CONNECTIONS, type ProcessRole } from '../../src/process-role.ts'
import { type Service, startService } from '../../src/service.ts'
import { openDatabase } from '../../src/store/database.ts'
import type { ServerLimits } from '../../src/store/server-limits.ts'
import { createClient, type TestClient } from './client.ts'
import { makeDatabaseFolder } from './database-folder.ts'
import { borrowEngine } from './engines.ts'
import { databaseSettings, usesPgBouncer } from './pooling.ts'
import { preparedDatabase, sharedPoolerUrl, sharedPostgresUrl } from './shared.ts'

export type { Answer, Tenant } from './client.ts'

export type DatabaseKind = 'embedded' | 'postgres'

/**
 * Both kinds of database, for `describe.each(databases)`: every behavior is tested on both. A run through PgBouncer
 * tests only PostgreSQL.
 */
export const databases: readonly DatabaseKind[] = usesPgBouncer ? ['postgres'] : ['embedded', 'postgres']

export interface TestClock extends Clock {
  /** Advances the time by milliseconds and calls the callbacks that are due. A negative number sets the clock back. */
  advance(milliseconds: number): void
}

export interface TestService extends TestClient {
  service: Service
  clock: TestClock
  /** The URL of the PostgreSQL database without PgBouncer, for the sessions of a test. */
  databaseUrl: string | undefined
  /** The settings with which another process uses the same PostgreSQL database. Empty for the embedded database. */
  databaseSettings: Record<string, string>
  stop(): Promise<void>
}

/**
 * Starts a service on an empty, migrated database. `env` contains settings of docs/configuration.md. A test that reads
 * or reopens the folder of the embedded database sets `DATA_DIR: await preparedCopy()`. `limits` are limits of the
 * PostgreSQL server that differ from those of the service.
 */
export async function startTestService(
  kind: DatabaseKind,
  env: Record<string, string> = {},
  role: ProcessRole = 'start',
  limits?: Partial<ServerLimits>,
): Promise<TestService> {
  const database = kind === 'postgres' && env.DATABASE_URL === undefined ? await freshDatabase() : undefined
  const engine = kind === 'embedded' && env.DATA_DIR === undefined ? await borrowEngine() : undefined
  const dataDir = env.DATA_DIR ?? makeDatabaseFolder('carillon-test-')
  const clock = createTestClock()
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    ALLOW_PRIVATE_NETWORK: '1',
    LOG_LEVEL: 'silent',
    ...database?.settings,
    ...env,
  })
  const cleanUp = async () => {
    await database?.drop()
    await engine?.giveBack()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const openLimited = () =>
    openDatabase({
      url: config.databaseUrl,
      directUrl: config.databaseDirectUrl,
      dataDir,
      poolSize: CONNECTIONS,
      since: clock.now(),
      limits: { ...limits },
      onFatal: console.error,
    })
  const startWithRetries = async (attemptsLeft = 2): Promise<Service> => {
    try {
      if (role !== 'start') await runMigrate(config)
      const opened = engine ? { database: Promise.resolve(engine.database) } : limits && { database: openLimited() }
      return await startService({ config, role, log: createLogger(config.logLevel), clock, ...opened })
    } catch (error) {
      // The connection timeout of three seconds is too short when other services start at the same time.
      if (attemptsLeft > 0 && /connection timeout/.test(String(error))) return startWithRetries(attemptsLeft - 1)
      await cleanUp()
      throw error
    }
  }
  const service = await startWithRetries()
  const url = service.url!
  if (role !== 'start') await issueManagementToken(service.db, clock.now(), dataDir)
  return {
    ...createClient(url, dataDir),
    service,
    clock,
    databaseUrl: database?.url,
    databaseSettings: database?.settings ?? {},
    stop: () => service.stop().finally(cleanUp),
  }
}

/** Creates a clock with the real time plus the time that the test added. It never stops. */
function createTestClock(): TestClock {
  let added = 0
  const waiting = new Set<{ due: number; call: () => void }>()
  const now = () => Date.now() + added
  return {
    now: () => new Date(now()),
    after(milliseconds, callback) {
      const cancel = () => {
        clearTimeout(timer)
        waiting.delete(entry)
      }
      const call = () => {
        cancel()
        callback()
      }
      const entry = { due: now() + milliseconds, call }
      const timer = setTimeout(call, milliseconds)
      waiting.add(entry)
      return cancel
    },
    advance(milliseconds) {
      added += milliseconds
      const due = [...waiting].filter((entry) => entry.due <= now()).sort((a, b) => a.due - b.due)
      for (const entry of due) entry.call()
    },
  }
}

let databaseCount = 0

interface FreshDatabase {
  url: string
  settings: Record<string, string>
  drop(): Promise<void>
}

/** Creates a migrated database on the run's PostgreSQL server. */
async function freshDatabase(): Promise<FreshDatabase> {
  const [admin, template] = await Promise.all([sharedPostgresUrl(), preparedDatabase()])
  const name = `test_${process.pid}_${databaseCount++}`
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: admin })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await run(`create database ${name} template ${template}`)
  const urlOn = (server: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href
  const url = urlOn(admin)
  const settings = databaseSettings(url, usesPgBouncer ? urlOn(await sharedPoolerUrl()) : undefined)
  return { url, settings, drop: () => run(`drop database if exists ${name} with (force)`) }
}
