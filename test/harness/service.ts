// A whole service for a test file: real HTTP, a real database of either kind, and a clock the test moves.
import { rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { runMigrate } from '../../src/cli/machine/migrate.ts'
import { readConfig } from '../../src/config.ts'
import type { Clock } from '../../src/lib/clock.ts'
import { createLogger } from '../../src/lib/log.ts'
import { issueManagementToken } from '../../src/members/management-tokens.ts'
import type { Role } from '../../src/role.ts'
import { type Service, startService } from '../../src/service.ts'
import { makeDatabaseFolder } from './database-folder.ts'
import { borrowEngine } from './engines.ts'
import { preparedDatabase, sharedPostgresUrl } from './shared.ts'

/** Every behaviour is proven on both; `describe.each(databases)`. */
export const databases = ['embedded', 'postgres'] as const
export type DatabaseKind = (typeof databases)[number]

export interface Answer {
  status: number
  headers: Headers
  // An answer is whatever the service said; tests assert its shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

export interface TestClock extends Clock {
  /** Moves the time forward, milliseconds. Whoever waits for a moment that has come by then is called at once. */
  advance(milliseconds: number): void
}

export interface Tenant {
  workspace: number
  source: number
  testKey: string
  liveKey: string
}

export interface TestService {
  service: Service
  url: string
  clock: TestClock
  dataDir: string
  databaseUrl: string | undefined
  /** A request to the public API (paths without /v1). `key`: an API key. A string body is sent as it is. */
  call(
    method: string,
    path: string,
    options?: { key?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>
  send(key: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  /** A request to the management API, with the first token. */
  manage(method: string, path: string, body?: unknown): Promise<Answer>
  /** A workspace with a source (rate limit 1,000,000 unless given), both API keys and the template `hello` (body "Hello {{name}}", it and en). */
  tenant(options?: {
    plan?: string
    quota?: number | null
    whatsapp_limit?: number | null
    rate_limit?: number
    default_locale?: string
  }): Promise<Tenant>
  /** Polls until `read` answers something other than undefined or false; fails after `seconds` (240: a busy machine is slow). */
  until<T>(read: () => Promise<T | undefined | false>, seconds?: number): Promise<T>
  /** Waits until the delivery has one of these statuses and answers its timeline. */
  settled(tenant: Tenant, id: number, ...statuses: string[]): Promise<Answer['body']>
  stop(): Promise<void>
}

const hello = {
  it: { subject: 'Ciao {{name}}', body: 'Ciao {{name}}' },
  en: { subject: 'Hello {{name}}', body: 'Hello {{name}}' },
}

/**
 * Starts a service on a database that holds nothing, whose schema is up to date. `env`: settings as in docs/configuration.md;
 * an embedded database that has to lie in the service's own folder (a test looks into it, or opens it again) is given one by
 * `DATA_DIR: await preparedCopy()`.
 */
export async function startTestService(
  kind: DatabaseKind,
  env: Record<string, string> = {},
  role: Role = 'start',
): Promise<TestService> {
  const database = kind === 'postgres' ? await freshDatabase() : undefined
  const engine = kind === 'embedded' && env.DATA_DIR === undefined ? await borrowEngine() : undefined
  const dataDir = env.DATA_DIR ?? makeDatabaseFolder('carillon-test-')
  const clock = createTestClock()
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    ALLOW_PRIVATE_NETWORK: '1',
    LOG_LEVEL: 'silent',
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...env,
  })
  const cleanUp = async () => {
    await database?.drop()
    await engine?.giveBack()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const begin = async (triesLeft = 2): Promise<Service> => {
    try {
      if (role !== 'start') await runMigrate(config)
      const opened = engine && { database: Promise.resolve(engine.database) }
      return await startService({ config, role, log: createLogger(config.logLevel), clock, ...opened })
    } catch (error) {
      // Three seconds for a connection are enough for a service, and not for one that starts beside three others being read.
      if (triesLeft > 0 && /connection timeout/.test(String(error))) return begin(triesLeft - 1)
      await cleanUp()
      throw error
    }
  }
  const service = await begin()
  const url = service.url!
  if (role !== 'start') await issueManagementToken(service.db, clock.now(), dataDir)
  const token = await readToken(dataDir)

  const request = async (
    method: string,
    at: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Answer> => {
    const answer = await fetch(`${url}${at}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body) }),
      redirect: 'manual',
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    }
  }
  const test: TestService = {
    service,
    url,
    clock,
    dataDir,
    databaseUrl: database?.url,
    call: (method, at, { key, body, headers = {} } = {}) =>
      request(method, `/v1${at}`, body, {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      }),
    send: (key, body, headers) => test.call('POST', '/send', { key, body, headers }),
    manage: (method, at, body) => request(method, `/v1/manage${at}`, body, { authorization: `Bearer ${token}` }),
    async tenant({ rate_limit = 1_000_000, ...limits } = {}) {
      const workspace = (await test.manage('POST', '/workspaces', { name: 'Test', ...limits })).body.id as number
      const source = (await test.manage('POST', `/workspaces/${workspace}/sources`, { name: 'App', rate_limit })).body
        .id as number
      const keyOf = async (mode: string) =>
        (await test.manage('POST', `/workspaces/${workspace}/sources/${source}/api-keys`, { mode })).body.key as string
      await test.manage('POST', `/workspaces/${workspace}/templates`, { slug: 'hello', name: 'Hello', locales: hello })
      return { workspace, source, testKey: await keyOf('test'), liveKey: await keyOf('live') }
    },
    async until(read, seconds = 240) {
      const deadline = performance.now() + seconds * 1000
      // Asking is work too: a long wait asks less and less often.
      for (let pause = 10; ; pause = Math.min(pause * 1.4, 200)) {
        const value = await read()
        if (value !== undefined && value !== false) return value
        if (performance.now() > deadline) throw new Error(`the condition did not come true within ${seconds} s`)
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    },
    async settled(tenant, id, ...statuses) {
      let seen: Answer['body']
      try {
        return await test.until(async () => {
          seen = (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body
          return statuses.includes(seen.status) && seen
        })
      } catch (error) {
        throw new Error(`delivery ${id} never was ${statuses.join(' or ')}: ${JSON.stringify(seen)}`, { cause: error })
      }
    },
    async stop() {
      await service.stop().finally(cleanUp)
    },
  }
  return test
}

/** Real time plus what the test added: it never goes back and never stands still. */
function createTestClock(): TestClock {
  let added = 0
  const waiting = new Set<{ due: number; call: () => void }>()
  const now = () => Date.now() + added
  return {
    now: () => new Date(now()),
    after(milliseconds, then) {
      const callOff = () => {
        clearTimeout(timer)
        waiting.delete(entry)
      }
      const call = () => {
        callOff()
        then()
      }
      const entry = { due: now() + milliseconds, call }
      const timer = setTimeout(call, milliseconds)
      waiting.add(entry)
      return callOff
    },
    advance(milliseconds) {
      added += milliseconds
      const due = [...waiting].filter((entry) => entry.due <= now()).sort((one, other) => one.due - other.due)
      for (const entry of due) entry.call()
    },
  }
}

async function readToken(dataDir: string): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  return (await readFile(path.join(dataDir, 'admin-token'), 'utf8').catch(() => '')).trim()
}

let databaseCount = 0

/** A migrated database on the run's PostgreSQL server. */
async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const [admin, template] = await Promise.all([sharedPostgresUrl(), preparedDatabase()])
  const name = `test_${process.pid}_${databaseCount++}`
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: admin })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await run(`create database ${name} template ${template}`)
  const url = new URL(admin)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) }
}
