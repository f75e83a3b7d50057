// Commands with several processes: killed processes, restarts, upgrades and shutdown.
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ClusterTest, type Command, startClusterTest } from '../harness/cluster.ts'

const FOUR = { API_PROCESSES: '2', WORKER_PROCESSES: '2' }
const root = fileURLToPath(new URL('../..', import.meta.url))

let cluster: ClusterTest
beforeAll(async () => {
  cluster = await startClusterTest()
})
afterAll(() => cluster.stop())

async function startFour(): Promise<Command> {
  const command = await cluster.start('start', FOUR)
  await command.works(4)
  return command
}

/** Waits until four processes work and none of them is one of `previous`. */
async function allReplaced(command: Command, previous: number[]): Promise<void> {
  await cluster.test.until(async () => {
    const pids = await command.pids()
    return pids.length === 4 && pids.every((pid) => !previous.includes(pid))
  })
}

/** Returns the pids of the processes whose rows exist. A process that shuts down gracefully deletes its row. */
async function reported(pids: number[]): Promise<number[]> {
  const rows = await cluster.query<{ id: string }>('select id from processes')
  return pids.filter((pid) => rows.some(({ id }) => id.includes(`-${pid}-`)))
}

/** Sends SIGTERM to a process, unless it has ended. */
function terminate(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    // The process has ended.
  }
}

it('starts another process after a process was killed, loses no accepted message, and decreases no sum of the metrics', async () => {
  const command = await startFour()
  const accepted = await command.sendMany(40)
  await cluster.allSent(accepted)
  const count = async () =>
    (await command.scrape()).value('carillon_messages_accepted_total', { channel: 'telegram', mode: 'live' })
  expect(await count()).toBe(40)
  for (const pid of await command.pids('api')) {
    const sends = Promise.allSettled(Array.from({ length: 20 }, (_, index) => command.send(index)))
    process.kill(pid, 'SIGKILL')
    for (const send of await sends)
      if (send.status === 'fulfilled' && send.value.status === 202) accepted.push(send.value.id)
    await cluster.test.until(async () => !(await command.pids()).includes(pid))
    await command.works(4)
  }
  await cluster.allSent(accepted)
  // All deliveries are sent now, so no delivery of a killed worker waits for the end of its lease.
  for (const pid of await command.pids('worker')) {
    process.kill(pid, 'SIGKILL')
    await cluster.test.until(async () => !(await command.pids()).includes(pid))
    await command.works(4)
  }
  await cluster.allSent(await command.sendMany(10))
  expect(await count()).toBeGreaterThanOrEqual(50)
  const scrape = await command.scrape()
  expect(scrape.value('carillon_process_exits_total', { role: 'api' })).toBe(2)
  expect(scrape.value('carillon_process_exits_total', { role: 'worker' })).toBe(2)
  expect(command.output().match(/"reason":"signal SIGKILL"/g)).toHaveLength(4)
  await command.stop()
})

it('replaces every process at SIGHUP, and refuses no request during the restart', async () => {
  const command = await startFour()
  const before = await command.pids()
  const problems: string[] = []
  let isDone = false
  const sendAll = async (agent?: Agent) => {
    for (let to = 0; !isDone; to++) {
      const status = await command.send(to % 50, agent).then((answer) => answer.status, String)
      if (status !== 202) problems.push(`send ${status}`)
    }
  }
  const checkReadiness = async () => {
    while (!isDone) {
      const { status } = await fetch(`${command.origin}/readyz`, { headers: { connection: 'close' } })
      if (status !== 200) problems.push(`readyz ${status}`)
    }
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const clients = Promise.all([sendAll(), sendAll(), sendAll(agent), sendAll(agent), checkReadiness()])
  try {
    command.child.kill('SIGHUP')
    await allReplaced(command, before)
  } finally {
    isDone = true
    await clients
    agent.destroy()
  }
  expect(problems).toEqual([])
  await command.stop()
})

it('at SIGHUP, starts the new version if the link to the folder of the service was changed', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-versions-'))
  const [later, link] = [path.join(folder, 'later'), path.join(folder, 'current')]
  for (const part of ['bin', 'dist', 'migrations'])
    cpSync(path.join(root, part), path.join(later, part), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(later, 'node_modules'))
  const about = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  writeFileSync(path.join(later, 'package.json'), JSON.stringify({ ...about, version: '9.9.9' }))
  symlinkSync(root, link)
  const command = await cluster.start('start', FOUR, link)
  try {
    await command.works(4)
    const before = await command.pids()
    rmSync(link)
    symlinkSync(later, link)
    command.child.kill('SIGHUP')
    await allReplaced(command, before)
    const rows = await cluster.query(`select role from processes where version = '9.9.9' order by role`)
    expect(rows.map(({ role }) => role)).toEqual(['api', 'api', 'worker', 'worker'])
    await cluster.allSent(await command.sendMany(10))
    expect((await command.scrape()).value('carillon_build_info', { role: 'api', version: '9.9.9' })).toBe(1)
    await command.stop()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('completes running attempts at SIGTERM, and then ends with all processes', async () => {
  const command = await startFour()
  const replies = cluster.holdReplies()
  const { id } = await command.send(1)
  await replies.arrived
  command.child.kill('SIGTERM')
  await cluster.test.until(async () => (await command.pids('api')).length === 0)
  replies.release()
  expect(await command.ended).toBe(0)
  await cluster.allSent([id])
  expect(await command.pids()).toEqual([])
})

it('the processes complete their work and end when the parent process is killed', async () => {
  const command = await startFour()
  await cluster.test.until(async () => command.output().match(/Server listening/g)?.length === 2)
  const apis = await command.pids('api')
  const workers = await command.pids('worker')
  const replies = cluster.holdReplies()
  const { id } = await command.send(1)
  await replies.arrived
  // The processes share the output of the parent. It is closed when the last process has ended.
  const closed = once(command.child, 'close')
  command.child.kill('SIGKILL')
  await cluster.test.until(async () => (await reported(apis)).length === 0)
  replies.release()
  await closed
  await cluster.allSent([id])
  expect(await reported(workers)).toEqual([])
})

it('a process whose parent was killed ends at a second SIGTERM, before its work is complete', async () => {
  const command = await startFour()
  const workers = await command.pids('worker')
  const replies = cluster.holdReplies()
  const { id } = await command.send(1)
  await replies.arrived
  let isClosed = false
  command.child.once('close', () => {
    isClosed = true
  })
  command.child.kill('SIGKILL')
  // Linux may combine two signals, so the test repeats them until the processes have closed their output.
  await cluster.test.until(async () => {
    for (const pid of workers) terminate(pid)
    return isClosed
  })
  replies.release()
  const [delivery] = await cluster.query('select status from deliveries where id = $1', [id])
  expect(delivery?.status).toBe('sending')
})

it('keeps the running processes if a replacement fails, and ends with the reason if no process can start', async () => {
  const command = await cluster.start('start', { API_PROCESSES: '2' })
  await command.works(3)
  const before = await command.pids()
  await cluster.query(`insert into schema_migrations (name, timestamp) values ('9999_later', 'now')`)
  try {
    command.child.kill('SIGHUP')
    await cluster.test.until(async () => command.output().includes('a new process failed; the previous one continues'))
    expect(await command.pids()).toEqual(before)
    expect((await command.send(1)).status).toBe(202)
    for (const pid of await command.pids('worker')) process.kill(pid, 'SIGKILL')
    expect(await command.ended).toBe(1)
    expect(command.output()).toMatch(/^This database was migrated by a newer version \(it has 9999_later\)/m)
  } finally {
    await cluster.query(`delete from schema_migrations where name = '9999_later'`)
  }
})

it('all processes end if the parent process is killed while they start', async () => {
  for (let round = 0; round < 3; round++) {
    const command = await startFour()
    const closed = once(command.child, 'close')
    command.child.kill('SIGKILL')
    await closed
  }
})
