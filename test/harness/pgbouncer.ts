// Starts PgBouncer with the configuration of deploy/ on a free loopback port, in front of a test PostgreSQL.
import { execFile, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { startGuard } from './postgres-cluster.ts'
import { accountForRoot } from './postgres-programs.ts'

const configuration = fileURLToPath(new URL('../../deploy/pgbouncer.ini', import.meta.url))
const program = process.env.PGBOUNCER ?? 'pgbouncer'
const OLDEST = [1, 21] as const
const START_DEADLINE_MS = 60_000

export interface PgBouncer {
  /** Returns the URL of a database of the server through PgBouncer. `direct` is its URL without PgBouncer. */
  url(direct: string): string
  stop(): Promise<void>
}

export interface PgBouncerLimits {
  /** Number of server connections for each database. */
  poolSize?: number
  /** Number of client connections. */
  clients?: number
  /** Number of prepared statements for each server connection. With 0, PgBouncer keeps none. */
  preparedStatements?: number
}

/** Returns the reason why PgBouncer cannot run on this machine. Returns undefined if it can run. */
export async function reasonAgainstPgBouncer(): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'])
    const [major = 0, minor = 0] = /PgBouncer (\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number) ?? []
    if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined
    return `PgBouncer ${major}.${minor} keeps no prepared statements in transaction mode: install ${OLDEST.join('.')} or newer, or set PGBOUNCER to its path.`
  } catch {
    return `${program} cannot be run: install PgBouncer ${OLDEST.join('.')} or newer, or set PGBOUNCER to its path.`
  }
}

/**
 * Starts PgBouncer with deploy/pgbouncer.ini in front of the server of `databaseUrl`, for all databases of the server.
 * By default, its pools are smaller than the number of connections that a process opens. Processes therefore share
 * server connections, and consecutive transactions of a process may use different server connections.
 */
export async function startPgBouncer(databaseUrl: string, limits: PgBouncerLimits = {}): Promise<PgBouncer> {
  const { poolSize = 5, clients = 200, preparedStatements = 200 } = limits
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-pgbouncer-'))
  const guard = startGuard(folder)
  const port = await freePort()
  const users = path.join(folder, 'userlist.txt')
  const file = path.join(folder, 'pgbouncer.ini')
  const changed = changedLines(readFileSync(configuration, 'utf8'), {
    listen_port: String(port),
    auth_file: users,
    default_pool_size: String(poolSize),
    max_client_conn: String(clients),
    max_prepared_statements: String(preparedStatements),
  })
  writeFileSync(file, `${changed}unix_socket_dir =\n\n[databases]\n* = host=${hostname} port=${serverPort}\n`)
  writeFileSync(users, `"${username}" "${password}"\n`)
  for (const [name, mode] of [[folder, 0o755] as const, [file, 0o644] as const, [users, 0o644] as const])
    chmodSync(name, mode)
  const account = process.getuid?.() === 0 ? await accountForRoot() : undefined
  const child = spawn(program, [file], { stdio: ['ignore', 'ignore', 'pipe'], ...account })
  guard.stdin?.write(`${child.pid ?? ''}\n`)
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    log = (log + text).slice(-10_000)
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true })
    guard.stdin?.end('\n')
  }
  const url = (direct: string) => Object.assign(new URL(direct), { hostname: '127.0.0.1', port }).href
  try {
    await waitUntilReady(url(databaseUrl), () => child.exitCode === null)
  } catch (error) {
    await stop()
    throw new Error(`PgBouncer did not start: ${log}`, { cause: error })
  }
  return { url, stop }
}

/**
 * Returns the configuration with the given values of some settings. Throws if the configuration does not contain one of
 * these settings.
 */
function changedLines(text: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((changed, [name, value]) => {
    const line = changed.split('\n').find((candidate) => candidate.startsWith(`${name} = `))
    if (line === undefined) throw new Error(`deploy/pgbouncer.ini does not set ${name}.`)
    return changed.replace(line, `${name} = ${value}`)
  }, text)
}

async function waitUntilReady(url: string, isRunning: () => boolean): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch (error) {
      if (!isRunning() || Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await client.end().catch(() => {})
    }
  }
}
