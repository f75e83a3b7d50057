// Commands with several processes: one port, shared connections, metrics as one sum, and errors at the start.
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClusterTest, startClusterTest } from '../harness/cluster.ts'
import { startProcess } from '../harness/processes.ts'
import { readPrometheus } from '../harness/prometheus.ts'

const TOKEN = 'a-token-to-read-metrics-with'
const FOUR = { API_PROCESSES: '2', WORKER_PROCESSES: '2' }

/** Sends a GET request and returns the status of its answer. */
function getStatus(url: string, headers: Record<string, string>, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { headers, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode))
    })
    sent.on('error', reject)
  })
}

describe('a command with several processes', () => {
  let cluster: ClusterTest
  beforeAll(async () => {
    cluster = await startClusterTest()
  })
  afterAll(() => cluster.stop())

  it('accepts and delivers on one port, and every scrape returns the sums of all processes', async () => {
    const command = await cluster.start('start', { ...FOUR, METRICS_TOKEN: TOKEN, METRICS_PORT: '' })
    await command.works(4)
    await cluster.allSent(await command.sendMany(100))
    // Each scrape has a separate connection, so the scrapes arrive at different processes.
    for (let time = 0; time < 4; time++) {
      const headers = { authorization: `Bearer ${TOKEN}`, connection: 'close' }
      const scrape = readPrometheus(await (await fetch(`${command.origin}/metrics`, { headers })).text())
      expect(scrape.value('carillon_messages_accepted_total', { channel: 'telegram', mode: 'live' })).toBe(100)
      expect(scrape.value('carillon_messages_settled_total', { channel: 'telegram', status: 'sent' })).toBe(100)
      expect(scrape.value('carillon_admission_seconds_count')).toBe(100)
      expect(scrape.value('carillon_processes', { role: 'api' })).toBe(2)
      expect(scrape.value('carillon_processes', { role: 'worker' })).toBe(2)
      expect(scrape.value('carillon_database_up')).toBe(1)
      expect(scrape.value('carillon_database_pool_max')).toBe(20)
    }
    expect(command.output().match(/Carillon listens on/g)).toHaveLength(1)
    await command.stop()
  })

  it('passes connections to the processes in turn, and a process that hangs delays only one of them', async () => {
    const command = await cluster.start('api', { API_PROCESSES: '2' })
    await command.works(2)
    for (const pid of await command.pids()) {
      let answered = 0
      process.kill(pid, 'SIGSTOP')
      const sends = Array.from({ length: 10 }, (_, index) =>
        command.send(index).then(({ status }) => {
          answered++
          return status
        }),
      )
      await cluster.test.until(async () => answered === 9)
      process.kill(pid, 'SIGCONT')
      expect(new Set(await Promise.all(sends))).toEqual(new Set([202]))
    }
    await command.stop()
  })

  it('the processes together open at most DATABASE_POOL connections', async () => {
    const url = `${cluster.test.databaseUrl}?application_name=shared`
    const command = await cluster.start('api', { API_PROCESSES: '3', DATABASE_POOL: '7', DATABASE_URL: url })
    let isDone = false
    let most = 0
    const watch = async () => {
      while (!isDone) {
        const [row] = await cluster.query<{ count: number }>(
          `select count(*)::int from pg_stat_activity where application_name = 'shared'`,
        )
        most = Math.max(most, row?.count ?? 0)
      }
    }
    const watching = watch()
    try {
      await command.works(3)
      for (let round = 0; round < 3; round++) await command.sendMany(150)
    } finally {
      isDone = true
      await watching
    }
    expect(most).toBeGreaterThan(3)
    expect(most).toBeLessThanOrEqual(7)
    await command.stop()
  })

  it('each process closes the connections above MAX_CONNECTIONS, and accepts new connections when earlier ones have closed', async () => {
    const command = await cluster.start('api', { API_PROCESSES: '2', MAX_CONNECTIONS: '10' })
    await command.works(2)
    const { hostname, port } = new URL(command.origin)
    const open = new Set<Socket>()
    const openSocket = () => {
      const socket = connect(Number(port), hostname)
      open.add(socket)
      socket.once('close', () => open.delete(socket)).on('error', () => {})
      // Without this, the socket does not report that the service closed it.
      socket.resume()
    }
    for (let index = 0; index < 30; index++) openSocket()
    // The parent does not divide connections exactly in half, so one process may still accept some.
    await cluster.test.until(async () => {
      if (open.size < 20) openSocket()
      return open.size === 20
    })
    expect(command.output()).toContain('"limit":"MAX_CONNECTIONS","most":10')
    for (const socket of open) socket.destroy()
    await cluster.test.until(() =>
      command.send(1).then(
        ({ status }) => status === 202,
        () => false,
      ),
    )
    await command.stop()
  })

  it('a process answers a scrape with 503 when its parent does not return the metrics of all processes', async () => {
    const command = await cluster.start('api', { API_PROCESSES: '2', METRICS_TOKEN: TOKEN, METRICS_PORT: '' })
    await command.works(2)
    // The parent accepts a connection only while it runs, so the request uses an open connection.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const scrape = () => getStatus(`${command.origin}/metrics`, { authorization: `Bearer ${TOKEN}` }, agent)
    try {
      expect(await scrape()).toBe(200)
      command.child.kill('SIGSTOP')
      expect(await scrape()).toBe(503)
      command.child.kill('SIGCONT')
      await cluster.test.until(async () => (await scrape()) === 200)
    } finally {
      command.child.kill('SIGCONT')
      agent.destroy()
    }
    await command.stop()
  })

  it('the command ends and prints a remedy if one of its processes is killed at its start', async () => {
    const preload = `if (process.argv[1]?.includes('child-process')) process.kill(process.pid, 'SIGKILL')`
    const killed = cluster.run('api', {
      API_PROCESSES: '2',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
    })
    expect(await killed.ended).toBe(1)
    expect(killed.output()).toMatch(
      /^An api process ended at its start \(signal SIGKILL\)\. Check the memory limit and the log\.$/m,
    )
  })

  it('ends with the error of a process that cannot start, and stops the other processes', async () => {
    const refused = cluster.run('start', { ...FOUR, SMTP_URL: 'smtp://user@mail.example', SMTP_FROM: 'nobody' })
    expect(await refused.ended).toBe(2)
    expect(refused.output()).toMatch(/^The environment has an invalid setting: SMTP_FROM/m)
    expect(refused.output()).not.toMatch(/^ {4}at /m)
  })

  it('ends with an error if the port is in use', async () => {
    const refused = cluster.run('api', { API_PROCESSES: '2', PORT: new URL(cluster.test.url).port })
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toMatch(/^Port \d+ on 127\.0\.0\.1 is in use\. Set PORT/m)
  })
})

describe('several processes with the embedded database', () => {
  it('refuses to start several processes with the embedded database, and names the setting that permits several processes', async () => {
    const refused = startProcess('start', { API_PROCESSES: '2' })
    expect(await refused.ended).toBe(2)
    expect(refused.output()).toContain('the embedded database serves a single process. Set DATABASE_URL')
  })
})
