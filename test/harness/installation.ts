// Runs an installation of real processes that can be killed and restarted on the same database and data directory.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '../../src/store/database.ts'
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts'
import { databaseSettings, usesPgBouncer } from './pooling.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { type Running, startProcess } from './processes.ts'
import type { DatabaseKind } from './service.ts'
import { preparedFolder } from './shared.ts'

// An answer may be any JSON. The tests check it.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

export interface Site {
  workspace: number
  source: number
  liveKey: string
  testKey: string
}

export interface Installation {
  dataDir: string
  /** The private PostgreSQL server, or undefined for the embedded database. */
  server: Postgres | undefined
  /** The settings with which a process uses the PostgreSQL server. Empty for the embedded database. */
  databaseSettings: Record<string, string>
  /**
   * Starts a process and waits until it accepts requests. Does not wait for a worker, because a worker accepts no
   * requests.
   */
  start(role?: string, env?: Record<string, string>): Promise<Running & { address: string }>
  /** Advances the clock of every process that starts after this call. A test can then skip the rest of a lease. */
  advanceClock(milliseconds: number): void
  /** Sends a request to the management API at `address`. Throws on an error answer. */
  manage(address: string, method: string, at: string, body?: object): Promise<Json>
  /**
   * Creates a workspace with the template `hello`, a live and a test API key, and a Telegram connection to `provider`.
   */
  createSite(address: string, provider: string, workspace?: object): Promise<Site>
  /** Stops all processes gracefully. The PostgreSQL server continues. */
  stop(): Promise<void>
  /** Opens the database. Call this function when no process of the installation runs. */
  open(): Promise<Database>
  /** Stops all processes and removes all files. */
  remove(): Promise<void>
}

/**
 * Creates an installation without starting a process. `dataDir` is a temporary folder by default. An embedded database
 * is migrated. `startServer` starts the server for `postgres`.
 */
export async function createInstallation(
  kind: DatabaseKind,
  dataDir: string = mkdtempSync(path.join(os.tmpdir(), 'carillon-installation-')),
  startServer: () => Promise<Postgres> = startPostgres,
): Promise<Installation> {
  const server = kind === 'postgres' ? await startServer() : undefined
  const bouncer = server && usesPgBouncer ? await startPgBouncerFor(server) : undefined
  if (!server) cpSync(path.join(await preparedFolder(), 'db'), path.join(dataDir, 'db'), { recursive: true })
  const running = new Set<Running>()
  let ahead = 0
  const installation: Installation = {
    dataDir,
    server,
    databaseSettings: server ? databaseSettings(server.url(), bouncer?.url(server.url())) : {},
    async start(role = 'start', env = {}) {
      const process = startProcess(role, {
        DATA_DIR: dataDir,
        ALLOW_PRIVATE_NETWORK: '1',
        ...installation.databaseSettings,
        ...env,
        ...(ahead > 0 ? clockAheadEnv(ahead, env.NODE_OPTIONS) : {}),
      })
      running.add(process)
      void process.ended.then(() => running.delete(process))
      if (role === 'worker') return { ...process, address: '' }
      return { ...process, address: await process.url }
    },
    advanceClock(milliseconds) {
      ahead += milliseconds
    },
    async manage(address, method, at, body) {
      const answer = await fetch(`${address}/v1/manage${at}`, {
        method,
        headers: {
          authorization: `Bearer ${readFileSync(path.join(dataDir, 'admin-token'), 'utf8').trim()}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${text}`)
      return text === '' ? undefined : JSON.parse(text)
    },
    async createSite(address, provider, options = {}) {
      const post = (at: string, body: object) => installation.manage(address, 'POST', at, body)
      const { id: workspace } = await post('/workspaces', { name: 'Site', ...options })
      const at = `/workspaces/${workspace}`
      const { id: source } = await post(`${at}/sources`, { name: 'App', rate_limit: 1_000_000_000 })
      await post(`${at}/templates`, { slug: 'hello', name: 'Hello', locales: { it: { body: 'Ciao {{name}}' } } })
      await installation.manage(address, 'PUT', `${at}/sources/${source}/connections/telegram`, {
        settings: { bot_token: '1:a', api_base: provider },
      })
      const keyOf = async (mode: string) => (await post(`${at}/sources/${source}/api-keys`, { mode })).key as string
      return { workspace, source, liveKey: await keyOf('live'), testKey: await keyOf('test') }
    },
    async stop() {
      const stillRunning = [...running]
      for (const { child } of stillRunning) {
        child.kill('SIGTERM')
        // A process that is stopped by SIGSTOP handles SIGTERM only after SIGCONT.
        child.kill('SIGCONT')
      }
      await Promise.all(stillRunning.map(({ ended }) => ended))
    },
    open: () => openDatabase({ url: server?.url(), dataDir, poolSize: 2, since: new Date(), onFatal: console.error }),
    async remove() {
      await installation.stop()
      await bouncer?.stop()
      await server?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return installation
}

/** Starts PgBouncer in front of the server. Stops the server if PgBouncer does not start. */
async function startPgBouncerFor(server: Postgres): Promise<PgBouncer> {
  try {
    return await startPgBouncer(server.url())
  } catch (error) {
    await server.stop()
    throw error
  }
}

function clockAheadEnv(ahead: number, options = ''): Record<string, string> {
  const preload = fileURLToPath(new URL('later-clock.mjs', import.meta.url))
  return { CLOCK_AHEAD: String(ahead), NODE_OPTIONS: `${options} --import=${preload}`.trim() }
}

/** Sends a POST /send to `address`. Throws if the request gets no answer. */
export async function post(address: string, key: string, body: object, at = '/send') {
  const answer = await fetch(`${address}/v1${at}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Json }
}

/** Polls until `read` returns something other than false or undefined. An error counts as false. */
export async function until<T>(seconds: number, read: () => Promise<T | false | undefined>): Promise<T> {
  const deadline = performance.now() + seconds * 1000
  // Polling takes processor time, so a long wait polls less and less frequently.
  for (let pause = 25; ; pause = Math.min(pause * 1.2, 200)) {
    const value = await read().catch(() => false as const)
    if (value !== false && value !== undefined) return value
    if (performance.now() > deadline) throw new Error(`not true within ${seconds} s`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
