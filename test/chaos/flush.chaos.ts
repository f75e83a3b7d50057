// Traces system calls to check that the commit of a message is flushed to disk before the 202 response is written.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInstallation, type Installation, post, type Site, until } from '../harness/installation.ts'
import { databases } from '../harness/service.ts'
import { logProgress } from './progress.ts'

const SENDS = 50
const traceable = spawnSync('strace', ['-V']).status === 0

describe.each(databases)('%s', (kind) => {
  let installation: Installation
  let site: Site
  let current: Awaited<ReturnType<Installation['start']>>
  const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-trace-'))
  beforeAll(async () => {
    installation = await createInstallation(kind)
    current = await installation.start()
    site = await installation.createSite(current.address, 'http://127.0.0.1:9')
  })
  afterAll(async () => {
    await installation.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  /**
   * Traces the system calls of these processes and their threads. Returns a function that stops the trace and returns
   * the calls with their times.
   */
  const trace = async (name: string, pids: number[]) => {
    const file = path.join(folder, name)
    const calls = ['-e', 'trace=fsync,fdatasync,write,writev,sendto,sendmsg']
    const tracer: ChildProcess = spawn(
      'strace',
      ['-f', '-ttt', '-s', '24', ...calls, '-o', file, ...pids.flatMap((pid) => ['-p', String(pid)])],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let output = ''
    tracer.stderr!.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    await until(20, async () => pids.every((pid) => output.includes(`Process ${pid} attached`)))
    return async () => {
      const ended = new Promise((resolve) => tracer.once('exit', resolve))
      tracer.kill('SIGINT')
      await ended
      return readFileSync(file, 'utf8').split('\n')
    }
  }

  it('writes each 202 response after the commit of its message is flushed to disk', async (test) => {
    if (!traceable) test.skip('strace is not installed, so the system calls before a 202 cannot be traced')
    const service = await trace('service', [current.child.pid!])
    const server = installation.server && (await trace('server', backendsOf(installation.server.pid())))
    for (let index = 0; index < SENDS; index++) {
      // The messages are due tomorrow, so that only their admission flushes data. Flushes of maintenance jobs do not
      // affect the check.
      const scheduled_for = new Date(Date.now() + 86_400_000).toISOString()
      const body = { recipient: { telegram_chat_id: '1' }, template: 'hello', vars: { name: 'x' }, scheduled_for }
      expect((await post(current.address, site.testKey, body)).status).toBe(202)
    }
    const served = await service()
    const flushed = timesOf(server ? await server() : served, /f(data)?sync.*= 0$/)
    const answered = timesOf(served, /HTTP\/1\.1 202/)
    test.task.meta.figures = `${answered.length} responses of 202, ${flushed.length} flushes`
    logProgress(test, test.task.meta.figures)
    expect(answered).toHaveLength(SENDS)
    let before = 0
    for (const at of answered) {
      expect(flushed.some((time) => time > before && time <= at)).toBe(true)
      before = at
    }
  }, 120_000)
})

/**
 * Returns the end times of these calls in seconds. `strace` may split a call into two lines: the call ends at its
 * "resumed" line.
 */
function timesOf(lines: string[], call: RegExp): number[] {
  return lines.filter((line) => call.test(line)).map((line) => Number(line.split(/\s+/)[1]))
}

/** Returns the process ids of a PostgreSQL server and its child processes. */
function backendsOf(server: number): number[] {
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ').map(Number)
  return [server, ...children]
}
