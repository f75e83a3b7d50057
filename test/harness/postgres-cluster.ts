// A cluster of PostgreSQL for tests: its folders, its server process, and a guard that removes both.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeDatabaseFolder } from './database-folder.ts'
import { freePort } from './free-port.ts'
import { type Account, accountForRoot, findPrograms, serverEnvironment } from './postgres-programs.ts'

const execute = promisify(execFile)
const START_DEADLINE_MS = 30_000
const START_ATTEMPTS = 5
const STOP_DEADLINE_MS = 15_000

export interface ClusterOptions {
  /** Whether the server flushes to disk as in production. Otherwise its data is in memory if there is enough memory. */
  flush: boolean
  /** Additional settings of the server, such as `wal_keep_size=64MB`. */
  settings?: string[]
  /** Creates the data directory and sets the password. The default is a new and empty cluster. */
  prepareData?: (cluster: Cluster) => Promise<void>
}

/**
 * The state that the functions below share. `account` is the account under which the server runs. It is undefined if
 * the server runs under the account of the tests.
 */
export interface Cluster {
  home: string
  /** The folder of the data directory. It may be in memory, where programs cannot run. */
  store: string
  bin: string
  port: number
  password: string
  account: Account | undefined
  guard: ChildProcess
  server: ChildProcess | undefined
  flush: boolean
  settings: string[]
}

/** Creates a cluster and starts its server. A guard process removes everything, even if this process is killed. */
export async function startCluster({
  flush,
  settings = [],
  prepareData = initialize,
}: ClusterOptions): Promise<Cluster> {
  const account = process.getuid?.() === 0 ? await accountForRoot() : undefined
  const home = await mkdtemp(join(tmpdir(), 'carillon-postgres-'))
  const store = flush ? home : makeDatabaseFolder('carillon-postgres-')
  const guard = startGuard(home, store)
  const password = randomBytes(16).toString('hex')
  const cluster: Cluster = {
    home,
    store,
    bin: '',
    port: 0,
    password,
    account,
    guard,
    server: undefined,
    flush,
    settings,
  }
  try {
    for (const folder of account ? [home, store] : []) await chown(folder, account!.uid, account!.gid)
    cluster.bin = await findPrograms(home, account)
    await prepareData(cluster)
    await startOnFreePort(cluster)
    return cluster
  } catch (error) {
    await removeCluster(cluster)
    throw error
  }
}

/** Returns the data directory of a cluster. */
export function dataOf({ store }: Cluster): string {
  return join(store, 'data')
}

/**
 * Starts a shell that reads a pipe. This process writes the pid of the server into the pipe, and an empty line after
 * the server has ended. When this process ends for any reason, the pipe closes. The shell then stops the server and
 * removes the folders. The shell has a separate session, so that Ctrl-C does not end it.
 */
export function startGuard(...folders: string[]): ChildProcess {
  const script = `
    pid=
    while read -r line; do pid=$line; done
    if [ -n "$pid" ]; then
      kill -CONT "$pid"; kill -QUIT "$pid"
      for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$pid" || break; sleep 0.2; done
      kill -KILL "$pid"
    fi 2>/dev/null
    rm -rf "$@"`
  const guard = spawn('/bin/sh', ['-c', script, 'carillon-postgres-guard', ...folders], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  })
  guard.unref()
  return guard
}

/** Creates the data directory. A password keeps other users of the machine out. */
async function initialize(cluster: Cluster): Promise<void> {
  const { home, bin, account, password } = cluster
  const passwordFile = join(home, 'password')
  await writeFile(passwordFile, password)
  await chmod(passwordFile, 0o600)
  if (account) await chown(passwordFile, account.uid, account.gid)
  const args = ['--pgdata', dataOf(cluster), '--username', 'postgres', '--pwfile', passwordFile]
  args.push('--auth', 'password', '--encoding', 'UTF8', '--locale', 'C', '--no-sync')
  await execute(join(bin, 'initdb'), args, { cwd: home, env: serverEnvironment(), ...account })
}

/** Starts the server. Repeats the start with another port if another program took the free port first. */
async function startOnFreePort(cluster: Cluster): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    cluster.port = await freePort()
    try {
      return await startServer(cluster)
    } catch (error) {
      if (attempt === START_ATTEMPTS || !(await logOf(cluster)).includes('could not bind')) throw error
    }
  }
}

/** Starts postgres and waits until its pid file reports that it accepts connections. */
async function startServer(cluster: Cluster): Promise<void> {
  const { home, bin, port, account, guard, flush } = cluster
  const data = dataOf(cluster)
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    `fsync=${flush ? 'on' : 'off'}`,
    ...cluster.settings,
  ]
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const log = await open(join(home, 'log'), 'a')
  const server = spawn(join(bin, 'postgres'), args, {
    stdio: ['ignore', log.fd, log.fd],
    // A separate process group protects the server from Ctrl-C. The tests themselves shut the server down.
    detached: true,
    cwd: home,
    env: serverEnvironment(),
    ...account,
  })
  await log.close()
  server.on('exit', () => guard.stdin?.write('\n'))
  server.on('error', () => undefined)
  cluster.server = server
  guard.stdin?.write(`${server.pid ?? ''}\n`)

  const deadline = Date.now() + START_DEADLINE_MS
  while (!(await isReady(data, server))) {
    if (hasEnded(server) || Date.now() > deadline) {
      await endServer(cluster)
      throw new Error(`PostgreSQL did not start (${join(bin, 'postgres')}):\n${(await logOf(cluster)).slice(-2_000)}`)
    }
    await pause(20)
  }
}

/** Reads the pid file. Its first line is the pid of the postmaster, and its eighth line is the state. */
async function isReady(data: string, server: ChildProcess): Promise<boolean> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return Number(lines[0]) === server.pid && lines[7]?.trim() === 'ready'
}

/**
 * Restarts the server. After a SIGKILL, a new server fails to start until the old backends have released the shared
 * memory.
 */
export async function restart(cluster: Cluster): Promise<void> {
  await endServer(cluster)
  for (let attempt = 1; ; attempt++) {
    try {
      return await startServer(cluster)
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error
      await pause(500)
    }
  }
}

/** Stops the server and removes all files. */
export async function removeCluster(cluster: Cluster): Promise<void> {
  await endServer(cluster)
  for (const folder of [cluster.home, cluster.store]) await rm(folder, { recursive: true, force: true })
  cluster.guard.stdin?.end()
}

/** Shuts the server down in fast mode, and kills it with SIGKILL after a deadline. */
async function endServer({ server }: Cluster): Promise<void> {
  if (!server || hasEnded(server)) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGCONT')
  server.kill('SIGINT')
  const timer = setTimeout(() => server.kill('SIGKILL'), STOP_DEADLINE_MS)
  await ended
  clearTimeout(timer)
}

/** Returns whether the server has ended or could not be started. A server that could not be started has no pid. */
function hasEnded(server: ChildProcess): boolean {
  return server.pid === undefined || server.exitCode !== null || server.signalCode !== null
}

function logOf({ home }: Cluster): Promise<string> {
  return readFile(join(home, 'log'), 'utf8').catch(() => '')
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
