// Starts a separate Redis if Redis is installed on this machine.
import { spawn } from 'node:child_process'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const READY_WITHIN = 10_000

/**
 * Starts Redis with the usual settings of Redis packages: Redis responds before it flushes, and flushes once a second.
 * @returns {Promise<{ path: string, stop: () => Promise<void> } | undefined>} Undefined if Redis is not installed.
 */
export async function startRedis() {
  const folder = await mkdtemp(join(tmpdir(), 'carillon-redis-'))
  const path = join(folder, 'socket')
  const settings = ['--port', '0', '--unixsocket', path, '--dir', folder, '--appendonly', 'yes', '--save', '']
  const child = spawn('redis-server', settings, { stdio: 'ignore' })
  process.once('exit', () => child.kill('SIGKILL'))
  let gone = false
  const ended = new Promise((resolve) => {
    for (const event of ['exit', 'error']) child.once(event, resolve)
  }).then(() => {
    gone = true
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  for (const deadline = performance.now() + READY_WITHIN; performance.now() < deadline && !gone; await pause(50)) {
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return { path, stop }
  }
  await stop()
  return undefined
}
