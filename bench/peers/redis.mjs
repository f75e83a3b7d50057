// Starts a Redis server for the benchmark, with the installed `redis-server`.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { end, keep, makeFolder, removeFolder } from '../cleanup.mjs'

const READY_WITHIN = 10_000

/**
 * @typedef {object} Redis
 * @property {string} path The path of the socket.
 * @property {() => Promise<void>} stop
 */

/** @returns {string | undefined} The version of Redis on this machine, or undefined if Redis is not installed. */
export function versionOfRedis() {
  return /v=(\S+)/.exec(spawnSync('redis-server', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]
}

/**
 * Starts Redis with the usual settings of Redis packages: an append-only file. Redis responds before it flushes, and
 * flushes once a second. The local socket is faster than a TCP connection.
 * @returns {Promise<Redis>}
 */
export async function startRedis() {
  const folder = makeFolder('carillon-redis-')
  const path = join(folder, 'socket')
  const settings = ['--port', '0', '--unixsocket', path, '--dir', folder, '--save', '']
  settings.push('--appendonly', 'yes', '--appendfsync', 'everysec')
  const child = keep(spawn('redis-server', settings, { stdio: 'ignore' }))
  const stop = async () => {
    await end(child, 'SIGTERM')
    await removeFolder(folder)
  }
  for (const deadline = performance.now() + READY_WITHIN; !existsSync(path); await pause(20)) {
    if (child.exitCode === null && performance.now() < deadline) continue
    await stop()
    throw new Error(`redis-server did not start in ${folder}.`)
  }
  return { path, stop }
}
