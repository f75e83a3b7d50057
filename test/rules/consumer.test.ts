// The consumer of a queue: claims, lanes, leases, release, back-pressure and graceful shutdown, with a manual clock.
import { expect, it } from 'vitest'
import type { Clock } from '../../src/lib/clock.ts'
import { startConsumer } from '../../src/lib/scheduling/consumer.ts'
import type { ClaimPace, Queue, Slot, Work } from '../../src/lib/scheduling/queue-work.ts'

interface Row {
  id: number
  lane: number
}

const LEASE = 50
const RENEW_EVERY = 20
const PATIENCE = 30

/** A clock that changes only when the test calls `advance`. `advance` also runs the pending turns of the event loop. */
function manualClock() {
  let elapsed = 0
  const timers = new Set<{ due: number; call: () => void }>()
  const clock: Clock = {
    now: () => new Date(elapsed),
    after(milliseconds, call) {
      const timer = { due: elapsed + milliseconds, call }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  }
  return {
    clock,
    elapsed: () => elapsed,
    timers: () => timers.size,
    async advance(milliseconds: number) {
      elapsed += milliseconds
      for (const timer of [...timers].filter(({ due }) => due <= elapsed)) {
        timers.delete(timer)
        timer.call()
      }
      await turns()
    },
  }
}

/** Waits for several turns of the event loop. All asynchronous work of these tests finishes in this time. */
async function turns() {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
}

interface Settings {
  slots?: number
  pace?: ClaimPace
  limitOf?: (lane: number) => number
  longestBuffered?: number
  ahead?: number
  claimable?: (lane: number, limit: number) => number
  work?: Partial<Work<{ row: Row }>>
}

/** Starts a consumer of rows in memory. Each row is processed until the test finishes it. */
async function startTestConsumer(settings: Settings = {}) {
  const time = manualClock()
  const queue: Row[] = []
  const recorded = {
    claims: 0,
    errors: [] as string[],
    released: [] as number[],
    renewed: [] as number[][],
    stopTimedOut: false,
    limitedTo: [] as number[],
  }
  const inProgress = new Map<number, { slot: Slot; finish: (error?: Error) => void }>()
  const order: number[] = []
  const consumer = startConsumer<{ row: Row }>({
    clock: time.clock,
    elapsed: time.elapsed,
    onError: (error) => recorded.errors.push((error as Error).message),
    slots: settings.slots ?? 4,
    limitOf: settings.limitOf,
    pace: settings.pace ?? { freeSlots: 1 },
    lease: LEASE,
    renewEvery: RENEW_EVERY,
    longestBuffered: settings.longestBuffered,
    ahead: settings.ahead,
    claimable: settings.claimable,
    patience: PATIENCE,
    work: {
      async claim(claims: Queue<Row>) {
        recorded.claims++
        const shares = claims.share([...new Set(queue.map(({ lane }) => lane))])
        const rows = shares.flatMap(({ lane, most }) => queue.filter((row) => row.lane === lane).slice(0, most))
        for (const row of rows) queue.splice(queue.indexOf(row), 1)
        await claims.take(rows)
        return rows.length > 0 && queue.length > 0 ? 'again' : undefined
      },
      prepare: async (rows) => rows.map((row) => ({ row })),
      carry: ({ row }, slot) =>
        new Promise((resolve, reject) => {
          order.push(row.id)
          inProgress.set(row.id, {
            slot,
            finish(error) {
              inProgress.delete(row.id)
              if (error) reject(error)
              else resolve()
            },
          })
        }),
      async release(rows) {
        recorded.released.push(...rows.map(({ id }) => id))
      },
      async renew(rows) {
        recorded.renewed.push(rows.map(({ id }) => id))
        return rows.map(({ id }) => id)
      },
      onStopTimeout: () => {
        recorded.stopTimedOut = true
      },
      ...settings.work,
    },
  })
  await turns()
  const idsInProgress = () => [...inProgress.keys()]
  const slotOf = (id: number) => at(id).slot
  const at = (id: number) => {
    const entry = inProgress.get(id)
    if (!entry) throw new Error(`row ${id} is not in progress`)
    return entry
  }
  const finish = async (id: number, error?: Error) => {
    at(id).finish(error)
    await turns()
  }
  /** Queues rows with these ids in one lane. */
  const put = async (lane: number, ...ids: number[]) => {
    queue.push(...ids.map((id) => ({ id, lane })))
    consumer.wake()
    await turns()
  }
  /** Stops the consumer and finishes all rows in progress. */
  const stop = async () => {
    const stopped = consumer.stop()
    await turns()
    for (const id of idsInProgress()) at(id).finish()
    await stopped
    expect(time.timers()).toBe(0)
  }
  return { ...time, consumer, queue, recorded, order, idsInProgress, slotOf, finish, put, stop }
}

it('processes claimed rows and claims again when a slot becomes free', async () => {
  const test = await startTestConsumer()
  await test.put(1, 1, 2, 3, 4, 5)
  expect(test.idsInProgress()).toEqual([1, 2])
  await test.finish(1)
  expect(test.idsInProgress()).toEqual([2, 3])
  for (const id of [2, 3, 4, 5]) await test.finish(id)
  expect(test.queue).toEqual([])
  expect(test.order).toEqual([1, 2, 3, 4, 5])
  await test.stop()
  expect(test.recorded).toMatchObject({ errors: [], released: [] })
})

it('processes rows of another lane while the rows of a slow lane stay in progress', async () => {
  const test = await startTestConsumer()
  await test.put(1, 1, 2, 3, 4, 5, 6)
  await test.put(2, 21, 22, 23, 24)
  expect(test.idsInProgress()).toEqual([1, 2, 21, 22])
  for (const id of [21, 22, 23, 24]) await test.finish(id)
  expect(test.idsInProgress()).toEqual([1, 2])
  await test.stop()
})

it('processes no more rows of a lane at the same time than the limit of the lane permits', async () => {
  const test = await startTestConsumer({ slots: 8, limitOf: (lane) => (lane === 1 ? 1 : 8) })
  await test.put(1, 1, 2, 3, 4)
  await test.put(2, 21, 22)
  expect(test.idsInProgress()).toEqual([1, 21, 22])
  await test.finish(1)
  expect(test.idsInProgress()).toEqual([21, 22, 2])
  await test.stop()
})

it('gives the slots of finished rows to another lane when the lane of the finished rows is empty', async () => {
  const test = await startTestConsumer({ slots: 4 })
  await test.put(1, 1, 2)
  await test.put(2, 21, 22, 23, 24)
  expect(test.idsInProgress()).toEqual([1, 2, 21, 22])
  await test.put(3, 31, 32)
  for (const id of [1, 2]) await test.finish(id)
  expect(test.idsInProgress()).toEqual([21, 22, 31, 32])
  await test.stop()
})

it('buffers more rows of a lane if `claimable` permits more claims for that lane', async () => {
  const claimable = (lane: number, limit: number) => (lane === 1 ? 5 * limit : limit)
  const test = await startTestConsumer({ slots: 8, ahead: 32, limitOf: () => 2, claimable })
  await test.put(1, ...Array.from({ length: 12 }, (_, index) => 100 + index))
  await test.put(2, 21, 22, 23)
  expect(test.idsInProgress()).toEqual([100, 101, 21, 22])
  expect(test.queue.map(({ id }) => id)).toEqual([110, 111, 23])
  await test.stop()
})

it('makes a single claim when enough slots are free, and not one claim for each slot', async () => {
  const test = await startTestConsumer({ slots: 8, pace: { freeSlots: 2 } })
  await test.put(1, 1, 2, 3, 4, 5, 6)
  const { claims } = test.recorded
  await test.finish(1)
  expect(test.recorded.claims).toBe(claims)
  await test.finish(2)
  expect(test.recorded.claims).toBe(claims + 1)
  await test.finish(3)
  expect(test.recorded.claims).toBe(claims + 1)
  await test.stop()
})

it('makes no claim while every slot and buffer place is used', async () => {
  const test = await startTestConsumer({ slots: 2 })
  await test.put(1, 1, 2)
  await test.put(2, 21)
  const { claims } = test.recorded
  test.queue.push({ id: 31, lane: 3 })
  await test.advance(1000)
  expect(test.recorded.claims).toBe(claims)
  await test.finish(1)
  expect(test.recorded.claims).toBeGreaterThan(claims)
  await test.stop()
})

it('claims immediately when no claimed row is left, even if few slots are free', async () => {
  const test = await startTestConsumer({ slots: 8, pace: { freeSlots: 2 } })
  await test.put(1, 1)
  const { claims } = test.recorded
  await test.finish(1)
  expect(test.recorded.claims).toBe(claims + 1)
  await test.stop()
})

it('waits for the minimum interval between claims while rows are buffered', async () => {
  const test = await startTestConsumer({ pace: { afterEachRow: 5 } })
  await test.put(1, 1, 2, 3, 4)
  expect(test.idsInProgress()).toEqual([1, 2])
  const { claims } = test.recorded
  test.consumer.wake()
  await test.advance(4)
  expect(test.recorded.claims).toBe(claims)
  await test.advance(1)
  expect(test.recorded.claims).toBe(claims + 1)
  await test.finish(1)
  expect(test.idsInProgress()).toEqual([2, 3])
  expect(test.queue).toEqual([])
  test.consumer.wake()
  await test.stop()
})

it('renews the leases of rows in progress and of buffered rows', async () => {
  const test = await startTestConsumer()
  await test.put(1, 1, 2, 3)
  expect(test.idsInProgress()).toEqual([1, 2])
  expect(test.slotOf(1).leaseLeft()).toBe(LEASE)
  await test.advance(RENEW_EVERY)
  expect(test.recorded.renewed).toEqual([[1, 2, 3]])
  expect(test.slotOf(1).leaseLeft()).toBe(LEASE)
  await test.finish(1)
  await test.advance(RENEW_EVERY)
  expect(test.recorded.renewed[1]).toEqual([2, 3])
  await test.stop()
})

it('after a lease is lost, its remaining time decreases below zero, and its row is neither released nor reported as an error', async () => {
  const test = await startTestConsumer({ work: { renew: async () => [2] } })
  await test.put(1, 1, 2)
  await test.advance(RENEW_EVERY)
  await test.advance(RENEW_EVERY)
  expect([test.slotOf(1).leaseLeft(), test.slotOf(2).leaseLeft()]).toEqual([LEASE - 2 * RENEW_EVERY, LEASE])
  await test.advance(RENEW_EVERY)
  expect(test.slotOf(1).leaseLeft()).toBeLessThan(0)
  await test.finish(1)
  await test.stop()
  expect(test.recorded).toMatchObject({ errors: [], released: [] })
})

it('reports a failed renewal of leases, and renews the leases at the next interval', async () => {
  let fails = true
  const renew = async (rows: Row[]) => {
    if (fails) throw new Error('the database is away')
    return rows.map(({ id }) => id)
  }
  const test = await startTestConsumer({ work: { renew } })
  await test.put(1, 1)
  await test.advance(RENEW_EVERY)
  expect(test.recorded.errors).toEqual(['the database is away'])
  expect(test.slotOf(1).leaseLeft()).toBe(LEASE - RENEW_EVERY)
  fails = false
  await test.advance(RENEW_EVERY)
  expect(test.slotOf(1).leaseLeft()).toBe(LEASE)
  await test.stop()
})

it('releases unstarted rows on shutdown and waits for rows in progress', async () => {
  const test = await startTestConsumer()
  await test.put(1, 1, 2, 3)
  let isStopped = false
  const stopped = test.consumer.stop().then(() => {
    isStopped = true
  })
  await turns()
  expect(test.recorded.released).toEqual([3])
  expect(isStopped).toBe(false)
  await test.advance(RENEW_EVERY)
  expect(test.recorded.renewed).toEqual([[1, 2]])
  for (const id of [1, 2]) await test.finish(id)
  await stopped
  expect(test.recorded).toMatchObject({ errors: [], stopTimedOut: false })
})

it('calls onStopTimeout when rows are still in progress after the time limit of a shutdown', async () => {
  const test = await startTestConsumer()
  await test.put(1, 1)
  const stopped = test.consumer.stop()
  await test.advance(PATIENCE - 1)
  expect(test.recorded.stopTimedOut).toBe(false)
  await test.advance(1)
  expect(test.recorded.stopTimedOut).toBe(true)
  await test.finish(1)
  await stopped
  expect(test.timers()).toBe(0)
})

it('releases rows that a pending claim returns during shutdown', async () => {
  let finishClaim: (rows: Row[]) => void = () => {}
  const claimed = new Promise<Row[]>((resolve) => {
    finishClaim = resolve
  })
  const claim = async (claims: Queue<Row>) => {
    await claims.take(await claimed)
    return undefined
  }
  const test = await startTestConsumer({ work: { claim } })
  const stopped = test.consumer.stop()
  finishClaim([{ id: 1, lane: 1 }])
  await stopped
  expect(test.recorded.released).toEqual([1])
  expect(test.order).toEqual([])
})

it('claims again after a claim threw an error', async () => {
  let fails = true
  const claim = async (claims: Queue<Row>) => {
    if (fails) throw new Error('the database is away')
    await claims.take([{ id: 1, lane: 1 }])
    return undefined
  }
  const test = await startTestConsumer({ work: { claim } })
  expect(test.recorded.errors).toEqual(['the database is away'])
  fails = false
  await test.advance(1000)
  expect(test.idsInProgress()).toEqual([1])
  await test.stop()
})

it('releases rows that could not be prepared, and reports the reason', async () => {
  const prepare = async () => {
    throw new Error('no connection could be read')
  }
  const test = await startTestConsumer({ work: { prepare } })
  await test.put(1, 1, 2)
  expect(test.recorded).toMatchObject({ errors: ['no connection could be read'], released: [1, 2] })
  await test.stop()
})

it('frees the slot of a row even if the work of the row throws an error', async () => {
  const test = await startTestConsumer()
  await test.put(1, 1, 2, 3, 4)
  await test.finish(1, new Error('the settlement was refused'))
  expect(test.recorded.errors).toEqual(['the settlement was refused'])
  expect(test.idsInProgress()).toEqual([2, 3])
  await test.stop()
})

it('starts the next row as soon as a row leaves its slot, until the number of unsettled rows is twice the number of slots', async () => {
  const test = await startTestConsumer({ slots: 2, pace: { freeSlots: 1 } })
  await test.put(1, 1, 2, 3, 4, 5, 6)
  for (const id of [1, 2, 3, 4]) {
    test.slotOf(id).leave()
    await turns()
  }
  expect(test.idsInProgress()).toEqual([1, 2, 3, 4])
  await test.finish(4)
  expect(test.idsInProgress()).toEqual([1, 2, 3, 5])
  await test.finish(1)
  test.slotOf(5).leave()
  await turns()
  expect(test.idsInProgress()).toEqual([2, 3, 5, 6])
  await test.stop()
})

it('frees a slot only once, even if `leave` is called twice for the row', async () => {
  const test = await startTestConsumer()
  await test.put(1, 1, 2, 3, 4, 5)
  test.slotOf(1).leave()
  test.slotOf(1).leave()
  await test.finish(1)
  expect(test.idsInProgress()).toEqual([2, 3])
  await test.stop()
})

it('reports an error when rows cannot be released, and continues with other rows', async () => {
  const release = async () => {
    throw new Error('the database is away')
  }
  const test = await startTestConsumer({ work: { release } })
  await test.put(1, 1, 2, 3)
  await test.slotOf(1).giveBackLane()
  expect(test.recorded.errors).toEqual(['the database is away'])
  await test.put(2, 21)
  expect(test.idsInProgress()).toEqual([1, 2, 21])
  await test.stop()
})

it('releases the buffered rows of one lane on request, but no rows of another lane', async () => {
  const test = await startTestConsumer({ slots: 8 })
  await test.put(1, 1, 2, 3, 4, 5, 6)
  await test.put(2, 21, 22, 23, 24, 25, 26)
  await test.slotOf(1).giveBackLane()
  expect(test.recorded.released).toEqual([5, 6])
  await test.finish(21)
  expect(test.idsInProgress()).toContain(25)
  await test.stop()
})

it('each time the consumer claims rows or frees a slot, it releases the rows that were buffered for too long', async () => {
  const slowed: number[] = []
  const test = await startTestConsumer({
    longestBuffered: 10,
    pace: { afterEachRow: 1000 },
    work: { onLaneTooSlow: (lane) => slowed.push(lane) },
  })
  await test.put(1, 1, 2, 3)
  await test.advance(11)
  await test.finish(1)
  expect(test.recorded.released).toEqual([3])
  expect(slowed).toEqual([])
  await test.put(1, 4, 5)
  expect(test.idsInProgress()).toEqual([2, 4])
  await test.advance(1000)
  expect(test.recorded.released).toEqual([3, 5])
  expect(slowed).toEqual([1])
  await test.stop()
})
