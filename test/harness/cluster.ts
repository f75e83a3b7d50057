// Starts commands with several processes on the database of a test service, sends messages to them, and finds their
// processes.
import { mkdtempSync, rmSync } from 'node:fs'
import { type Agent, request } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { freePort } from './free-port.ts'
import { type Running, startProcess } from './processes.ts'
import { readPrometheus, type Scrape } from './prometheus.ts'
import { type Provider, startProvider } from './provider.ts'
import { startTestService, type Tenant, type TestService } from './service.ts'

const MASTER_KEY = 'a master key that all processes share'

/** A test service without workers, and commands with several processes on the same database. */
export interface ClusterTest {
  test: TestService
  /** Starts a command and waits until it prints its address. `version` is the folder of the service. */
  start(role: string, env: Record<string, string>, version?: string): Promise<Command>
  /** Starts a command that is expected to end by itself. */
  run(role: string, env: Record<string, string>): Running
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Waits until all these deliveries are sent. */
  allSent(ids: number[]): Promise<unknown>
  /** From now on, the provider answers only after `release`. `arrived` resolves at the first request. */
  holdReplies(): { arrived: Promise<void>; release(): void }
  /** Stops the commands that still run, the provider and the test service. */
  stop(): Promise<void>
}

/** A running command with several processes. */
export interface Command extends Running {
  origin: string
  /** Sends a message on a separate connection, unless `agent` reuses connections. Rejects if the connection breaks. */
  send(to: number, agent?: Agent): Promise<{ status: number; id: number }>
  sendMany(count: number): Promise<number[]>
  /** Returns the pids of the running processes of a role, or of both roles. */
  pids(role?: 'api' | 'worker'): Promise<number[]>
  /** Waits until exactly this number of processes of the command run. */
  works(processes: number): Promise<unknown>
  /** Returns the metrics that the command exports on METRICS_PORT. */
  scrape(): Promise<Scrape>
  /** Sends SIGTERM, and expects the exit code 0. */
  stop(): Promise<void>
}

export async function startClusterTest(): Promise<ClusterTest> {
  const test = await startTestService('postgres', { MASTER_KEY }, 'api')
  const provider = await startProvider()
  const tenant = await connectedTenant(test, provider)
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'carillon-cluster-'))
  const pool = new pg.Pool({ connectionString: test.databaseUrl, max: 1 })
  const commands: Running[] = []
  const query: ClusterTest['query'] = async (text, values) => (await pool.query(text, values)).rows
  const settings = {
    DATABASE_URL: test.databaseUrl!,
    MASTER_KEY,
    DATA_DIR: dataDir,
    ALLOW_PRIVATE_NETWORK: '1',
    LOG_LEVEL: 'info',
  }
  const run = (role: string, env: Record<string, string>, version?: string) => {
    const command = startProcess(role, { ...settings, ...env }, [], version)
    commands.push(command)
    return command
  }
  return {
    test,
    run,
    query,
    async start(role, env, version) {
      const metricsPort = await freePort()
      // Remembers the existing rows: the row of a killed process remains for some time, and is not a process of this
      // command.
      const earlier = (await query<{ id: string }>('select id from processes')).map(({ id }) => id)
      const command = run(role, { METRICS_PORT: String(metricsPort), ...env }, version)
      const origin = await command.url
      return describeCommand(command, { test, tenant, query, origin, metricsPort, earlier })
    },
    allSent: (ids) =>
      test.until(async () => {
        const [row] = await query<{ count: number }>(
          `select count(*)::int from deliveries where id = any($1) and status = 'sent'`,
          [ids],
        )
        return row?.count === ids.length
      }),
    holdReplies: () => holdReplies(provider),
    async stop() {
      for (const { child } of commands) child.kill('SIGTERM')
      await Promise.all(commands.map(({ ended }) => ended))
      await pool.end()
      await test.stop()
      await provider.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

interface CommandTools {
  test: TestService
  tenant: Tenant
  query: ClusterTest['query']
  origin: string
  metricsPort: number
  /** The ids of the rows that existed in the table `processes` before this command started. */
  earlier: string[]
}

function describeCommand(running: Running, tools: CommandTools): Command {
  const { test, tenant, query, origin, metricsPort, earlier } = tools
  const command: Command = {
    ...running,
    origin,
    send(to, agent) {
      const body = { recipient: { telegram_chat_id: String(to) }, template: 'hello', vars: { name: 'x' } }
      return post(`${origin}/v1/send`, tenant.liveKey, body, agent)
    },
    async sendMany(count) {
      const answers = await Promise.all(Array.from({ length: count }, (_, index) => command.send(index)))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202))
      return answers.map(({ id }) => id)
    },
    async pids(wanted) {
      const rows = await query<{ id: string; role: string }>('select id, role from processes order by id')
      const pids = rows
        .filter(({ id, role }) => !earlier.includes(id) && (wanted === undefined || role === wanted))
        .map(({ id }) => Number(/-(\d+)-[0-9a-f]{8}@/.exec(id)?.[1]))
      // This process runs the test service.
      return pids.filter((pid) => pid !== process.pid && isRunning(pid))
    },
    works: (processes) => test.until(async () => (await command.pids()).length === processes),
    async scrape() {
      const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
      return readPrometheus(await answer.text())
    },
    async stop() {
      running.child.kill('SIGTERM')
      expect(await running.ended, running.output()).toBe(0)
    },
  }
  return command
}

async function connectedTenant(test: TestService, provider: Provider): Promise<Tenant> {
  const tenant = await test.tenant()
  const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/telegram`
  await test.manage('PUT', at, { settings: { bot_token: '1:a', api_base: provider.url } })
  provider.reply(() => SENT)
  return tenant
}

const SENT = { body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }

function holdReplies(provider: Provider): ReturnType<ClusterTest['holdReplies']> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const arrived = new Promise<void>((resolve) => {
    provider.reply(async () => {
      resolve()
      await released
      return SENT
    })
  })
  return {
    arrived,
    release() {
      provider.reply(() => SENT)
      release()
    },
  }
}

function post(url: string, key: string, body: object, agent?: Agent): Promise<{ status: number; id: number }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const sent = request(url, { method: 'POST', headers, agent: agent ?? false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const { delivery_id } = JSON.parse(Buffer.concat(chunks).toString())
        resolve({ status: answer.statusCode!, id: delivery_id })
      })
    })
    sent.on('error', reject).end(JSON.stringify(body))
  })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
