// The thread pool for large bodies: it answers in order, has limits, and replaces dead threads.
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import type { BodyThreads } from '../../src/http/body/body-tasks.ts'
import { readJsonBodies } from '../../src/http/body/json-body.ts'
import { createBodyMemory } from '../../src/http/body/large-body.ts'
import { createBodyReader } from '../../src/http/body/read-body.ts'
import { handleError } from '../../src/http/errors.ts'
import { createThreadPool, type ThreadPool, type ThreadPoolOptions } from '../../src/lib/scheduling/thread-pool.ts'
import type { PoolTask } from '../harness/pool-thread.ts'
import { rawRequest } from '../harness/raw-request.ts'
import { startTestService } from '../harness/service.ts'

const pools: ThreadPool[] = []
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

function open(options: Partial<ThreadPoolOptions> = {}) {
  const entry = new URL('../harness/pool-thread.ts', import.meta.url)
  const pool = createThreadPool({
    entry,
    most: 1,
    maxQueued: 2,
    idleFor: 60_000,
    longest: 60_000,
    heap: 64,
    ...options,
  })
  pools.push(pool)
  return (task: PoolTask, transfer: ArrayBuffer[] = [], signal?: AbortSignal) => pool.run(task, transfer, signal)
}
const newGate = () => new Int32Array(new SharedArrayBuffer(4))
const openGate = (gate: Int32Array) => {
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
}

it("delivers the parts of a pool task's result in order, one in each turn of the event loop", async () => {
  const run = open()
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  expect(await run({ kind: 'pieces', count: 50 })).toEqual(Array.from({ length: 50 }, (_, at) => at))
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(50)
})

it('transfers buffers to a pool thread instead of copying them', async () => {
  const run = open()
  const bytes = new Uint8Array([1, 2, 3])
  expect(await run({ kind: 'double', bytes }, [bytes.buffer])).toEqual([new Uint8Array([2, 4, 6])])
  expect(bytes.length).toBe(0)
})

it('when a pool task throws, only this task fails', async () => {
  const run = open()
  await expect(run({ kind: 'throw' })).rejects.toThrow('thrown by the task')
  expect(await run({ kind: 'pieces', count: 1 })).toEqual([0])
})

it('when a pool task cannot be copied to a thread, only this task fails', async () => {
  const run = open()
  const uncopyable = { kind: 'throw', value: () => {} } as PoolTask
  await expect(run(uncopyable)).rejects.toMatchObject({ name: 'DataCloneError' })
  expect(await run({ kind: 'pieces', count: 1 })).toEqual([0])
})

it.each<PoolTask['kind'] & ('exit' | 'fill' | 'hang')>(['exit', 'fill', 'hang'])(
  'replaces a pool thread that the task `%s` ends or blocks, fails this task and runs the next tasks',
  async (kind) => {
    const run = open({ longest: 3000 })
    const lost = run({ kind })
    const behind = [run({ kind: 'pieces', count: 1 }), run({ kind: 'pieces', count: 2 })]
    await expect(lost).rejects.toMatchObject({ name: 'ThreadLost' })
    expect(await Promise.all(behind)).toEqual([[0], [0, 1]])
  },
)

it("refuses a task when the pool's queue is full", async () => {
  const run = open()
  const gate = newGate()
  const running = run({ kind: 'wait', gate })
  const waiting = [run({ kind: 'pieces', count: 1 }), run({ kind: 'pieces', count: 1 })]
  await expect(run({ kind: 'pieces', count: 1 })).rejects.toMatchObject({ name: 'ThreadsBusy' })
  openGate(gate)
  expect(await running).toEqual(['opened'])
  expect(await Promise.all(waiting)).toEqual([[0], [0]])
})

it('does not start a queued task whose caller cancelled it, and accepts another task in its place', async () => {
  const run = open({ maxQueued: 1 })
  const gate = newGate()
  const caller = new AbortController()
  const running = run({ kind: 'wait', gate }, [], caller.signal)
  const waiting = run({ kind: 'pieces', count: 1 }, [], caller.signal)
  caller.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'TaskCancelled' })
  await expect(run({ kind: 'pieces', count: 1 }, [], caller.signal)).rejects.toMatchObject({ name: 'TaskCancelled' })
  const next = run({ kind: 'pieces', count: 2 })
  openGate(gate)
  expect(await Promise.all([running, next])).toEqual([['opened'], [0, 1]])
})

it('ends an idle pool thread and starts a new one for the next task', async () => {
  const run = open({ idleFor: 1 })
  for (let round = 0; round < 5; round++) expect(await run({ kind: 'pieces', count: 1 })).toEqual([0])
})

it('fails running and queued tasks when the pool is closed', async () => {
  const run = open()
  const answers = Promise.allSettled([run({ kind: 'hang' }), run({ kind: 'pieces', count: 1 })])
  await pools[0]!.close()
  const lost = { status: 'rejected', reason: expect.objectContaining({ name: 'ThreadLost' }) }
  expect(await answers).toEqual([lost, lost])
})

it('answers 503 with Retry-After when too many large requests are queued, and later accepts large requests again', async () => {
  const test = await startTestService('embedded')
  try {
    const { testKey } = await test.tenant()
    const content = Buffer.alloc(300 * 1024).toString('base64')
    const body = JSON.stringify({
      recipient: { email: 'ada@example.com' },
      template: 'hello',
      vars: { name: 'Ada' },
      attachments: [{ filename: 'a.bin', content }],
    })
    const answers = await Promise.all(Array.from({ length: 120 }, () => test.send(testKey, body)))
    const refused = answers.filter(({ status }) => status !== 202)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(120)
    for (const { status, headers, body: refusal } of refused) {
      expect([status, refusal.error]).toEqual([503, 'unavailable'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await test.send(testKey, body)).status).toBe(202)
  } finally {
    await test.stop()
  }
})

const MB = 1024 * 1024
const until = (isTrue: () => boolean | Promise<boolean>) => vi.waitUntil(isTrue, { timeout: 60_000 })

/**
 * Starts a server with memory for three large bodies. The thread of the server works on each body until the gate opens.
 */
async function startGatedServer(gate: Int32Array) {
  const run = open()
  const app = Fastify({ bodyLimit: MB })
  let started = 0
  let closed = 0
  const threads = {
    async json(blocks, _limits, clientGone) {
      started++
      const buffers = blocks.map(({ buffer }) => buffer)
      return run({ kind: 'wait', gate }, buffers, clientGone)
    },
  } as Pick<BodyThreads, 'json'> as BodyThreads
  app.server.on('connection', (socket) => socket.once('close', () => closed++))
  readJsonBodies(app, createBodyReader(app, { grace: 60_000, rate: 1 }, createBodyMemory(3 * MB)), threads)
  app.setErrorHandler(handleError)
  app.post('/', async () => 'read')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const body = JSON.stringify('x'.repeat(MB - 1024))
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return { app, upload: () => rawRequest(url, 'POST /', headers, body), started: () => started, closed: () => closed }
}

it('the memory of an aborted upload is reserved while a thread works on its body, so that other uploads are refused with 503', async () => {
  const gate = newGate()
  const server = await startGatedServer(gate)
  try {
    for (let sent = 1; sent <= 3; sent++) {
      const { socket } = server.upload()
      await until(() => server.started() === sent)
      // The first task is running. The other tasks wait for the thread.
      if (sent === 1) socket.destroy()
    }
    await until(() => server.closed() === 1)
    const refused = await server.upload().answer
    expect([refused.status, refused.body.error]).toEqual([503, 'unavailable'])
    openGate(gate)
    await until(async () => (await server.upload().answer).status === 200)
  } finally {
    openGate(gate)
    await server.app.close()
  }
})

it('the memory of an aborted upload is free at once if its body is still waiting for a thread', async () => {
  const gate = newGate()
  const server = await startGatedServer(gate)
  try {
    for (let sent = 1; sent <= 12; sent++) {
      const { socket } = server.upload()
      await until(() => server.started() === sent)
      socket.destroy()
      await until(() => server.closed() === sent)
    }
  } finally {
    openGate(gate)
    await server.app.close()
  }
})
