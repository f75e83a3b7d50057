// The consumer of a queue: claims, lanes, leases, giving back, back-pressure and graceful shutdown, on a clock that the test moves.
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

/** A clock that stands still until `advance`, which also resolves what the event loop has at hand. */
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

/** Several turns of the event loop: nothing in these tests waits for more than that. */
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

/** A consumer of rows in memory. A row that is carried waits until the test finishes it. */
async function started(settings: Settings = {}) {
  const time = manualClock()
  const queue: Row[] = []
  const seen = {
    claims: 0,
    errors: [] as string[],
    released: [] as number[],
    renewed: [] as number[][],
    stopTimedOut: false,
    limitedTo: [] as number[],
  }
  const carried = new Map<number, { slot: Slot; finish: (error?: Error) => void }>()
  const order: number[] = []
  const consumer = startConsumer<{ row: Row }>({
    clock: time.clock,
    elapsed: time.elapsed,
    onError: (error) => seen.errors.push((error as Error).message),
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
        seen.claims++
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
          carried.set(row.id, {
            slot,
            finish(error) {
              carried.delete(row.id)
              if (error) reject(error)
              else resolve()
            },
          })
        }),
      async release(rows) {
        seen.released.push(...rows.map(({ id }) => id))
      },
      async renew(rows) {
        seen.renewed.push(rows.map(({ id }) => id))
        return rows.map(({ id }) => id)
      },
      onStopTimeout: () => {
        seen.stopTimedOut = true
      },
      ...settings.work,
    },
  })
  await turns()
  const underWay = () => [...carried.keys()]
  const slotOf = (id: number) => at(id).slot
  const at = (id: number) => {
    const one = carried.get(id)
    if (!one) throw new Error(`row ${id} is not being carried`)
    return one
  }
  const finish = async (id: number, error?: Error) => {
    at(id).finish(error)
    await turns()
  }
  /** Queues rows of one lane with these ids. */
  const put = async (lane: number, ...ids: number[]) => {
    queue.push(...ids.map((id) => ({ id, lane })))
    consumer.wake()
    await turns()
  }
  /** Stops while rows are being finished as they come. */
  const stop = async () => {
    const stopped = consumer.stop()
    await turns()
    for (const id of underWay()) at(id).finish()
    await stopped
    expect(time.timers()).toBe(0)
  }
  return { ...time, consumer, queue, seen, order, underWay, slotOf, finish, put, stop }
}

it('carries what it claims and claims again when a slot has come free', async () => {
  const test = await started()
  await test.put(1, 1, 2, 3, 4, 5)
  expect(test.underWay()).toEqual([1, 2])
  await test.finish(1)
  expect(test.underWay()).toEqual([2, 3])
  for (const id of [2, 3, 4, 5]) await test.finish(id)
  expect(test.queue).toEqual([])
  expect(test.order).toEqual([1, 2, 3, 4, 5])
  await test.stop()
  expect(test.seen).toMatchObject({ errors: [], released: [] })
})

it('carries rows of other lanes while a slow lane has all that it may have', async () => {
  const test = await started()
  await test.put(1, 1, 2, 3, 4, 5, 6)
  await test.put(2, 21, 22, 23, 24)
  expect(test.underWay()).toEqual([1, 2, 21, 22])
  for (const id of [21, 22, 23, 24]) await test.finish(id)
  expect(test.underWay()).toEqual([1, 2])
  await test.stop()
})

it('carries no more rows of a lane at the same time than its limit allows', async () => {
  const test = await started({ slots: 8, limitOf: (lane) => (lane === 1 ? 1 : 8) })
  await test.put(1, 1, 2, 3, 4)
  await test.put(2, 21, 22)
  expect(test.underWay()).toEqual([1, 21, 22])
  await test.finish(1)
  expect(test.underWay()).toEqual([21, 22, 2])
  await test.stop()
})

it('gives the slots of finished rows to another lane when their own lane has no rows left', async () => {
  const test = await started({ slots: 4 })
  await test.put(1, 1, 2)
  await test.put(2, 21, 22, 23, 24)
  expect(test.underWay()).toEqual([1, 2, 21, 22])
  await test.put(3, 31, 32)
  for (const id of [1, 2]) await test.finish(id)
  expect(test.underWay()).toEqual([21, 22, 31, 32])
  await test.stop()
})

it('buffers more rows of a lane that may be claimed far ahead than of another lane', async () => {
  const claimable = (lane: number, limit: number) => (lane === 1 ? 5 * limit : limit)
  const test = await started({ slots: 8, ahead: 32, limitOf: () => 2, claimable })
  await test.put(1, ...Array.from({ length: 12 }, (_, index) => 100 + index))
  await test.put(2, 21, 22, 23)
  expect(test.underWay()).toEqual([100, 101, 21, 22])
  expect(test.queue.map(({ id }) => id)).toEqual([110, 111, 23])
  await test.stop()
})

it('makes one claim when enough slots are free, not one for each slot', async () => {
  const test = await started({ slots: 8, pace: { freeSlots: 2 } })
  await test.put(1, 1, 2, 3, 4, 5, 6)
  const { claims } = test.seen
  await test.finish(1)
  expect(test.seen.claims).toBe(claims)
  await test.finish(2)
  expect(test.seen.claims).toBe(claims + 1)
  await test.finish(3)
  expect(test.seen.claims).toBe(claims + 1)
  await test.stop()
})

it('does not claim while there is no room for a row', async () => {
  const test = await started({ slots: 2 })
  await test.put(1, 1, 2)
  await test.put(2, 21)
  const { claims } = test.seen
  test.queue.push({ id: 31, lane: 3 })
  await test.advance(1000)
  expect(test.seen.claims).toBe(claims)
  await test.finish(1)
  expect(test.seen.claims).toBeGreaterThan(claims)
  await test.stop()
})

it('claims at once when nothing is left, however few slots have come free', async () => {
  const test = await started({ slots: 8, pace: { freeSlots: 2 } })
  await test.put(1, 1)
  const { claims } = test.seen
  await test.finish(1)
  expect(test.seen.claims).toBe(claims + 1)
  await test.stop()
})

it('claims after each row, and only once in a while as long as something is buffered', async () => {
  const test = await started({ pace: { afterEachRow: 5 } })
  await test.put(1, 1, 2, 3, 4)
  expect(test.underWay()).toEqual([1, 2])
  const { claims } = test.seen
  test.consumer.wake()
  await test.advance(4)
  expect(test.seen.claims).toBe(claims)
  await test.advance(1)
  expect(test.seen.claims).toBe(claims + 1)
  await test.finish(1)
  expect(test.underWay()).toEqual([2, 3])
  expect(test.queue).toEqual([])
  test.consumer.wake()
  await test.stop()
})

it('renews the leases of what it carries and of what is buffered', async () => {
  const test = await started()
  await test.put(1, 1, 2, 3)
  expect(test.underWay()).toEqual([1, 2])
  expect(test.slotOf(1).leaseLeft()).toBe(LEASE)
  await test.advance(RENEW_EVERY)
  expect(test.seen.renewed).toEqual([[1, 2, 3]])
  expect(test.slotOf(1).leaseLeft()).toBe(LEASE)
  await test.finish(1)
  await test.advance(RENEW_EVERY)
  expect(test.seen.renewed[1]).toEqual([2, 3])
  await test.stop()
})

it('shows the rest of a lease that was not renewed, and ends its work without an error and without giving it back', async () => {
  const test = await started({ work: { renew: async () => [2] } })
  await test.put(1, 1, 2)
  await test.advance(RENEW_EVERY)
  await test.advance(RENEW_EVERY)
  expect([test.slotOf(1).leaseLeft(), test.slotOf(2).leaseLeft()]).toEqual([LEASE - 2 * RENEW_EVERY, LEASE])
  await test.advance(RENEW_EVERY)
  expect(test.slotOf(1).leaseLeft()).toBeLessThan(0)
  await test.finish(1)
  await test.stop()
  expect(test.seen).toMatchObject({ errors: [], released: [] })
})

it('keeps working when a renewal of leases fails', async () => {
  let fails = true
  const renew = async (rows: Row[]) => {
    if (fails) throw new Error('the database is away')
    return rows.map(({ id }) => id)
  }
  const test = await started({ work: { renew } })
  await test.put(1, 1)
  await test.advance(RENEW_EVERY)
  expect(test.seen.errors).toEqual(['the database is away'])
  expect(test.slotOf(1).leaseLeft()).toBe(LEASE - RENEW_EVERY)
  fails = false
  await test.advance(RENEW_EVERY)
  expect(test.slotOf(1).leaseLeft()).toBe(LEASE)
  await test.stop()
})

it('gives back what it did not start when it stops, and waits for what it carries', async () => {
  const test = await started()
  await test.put(1, 1, 2, 3)
  let isStopped = false
  const stopped = test.consumer.stop().then(() => {
    isStopped = true
  })
  await turns()
  expect(test.seen.released).toEqual([3])
  expect(isStopped).toBe(false)
  await test.advance(RENEW_EVERY)
  expect(test.seen.renewed).toEqual([[1, 2]])
  for (const id of [1, 2]) await test.finish(id)
  await stopped
  expect(test.seen).toMatchObject({ errors: [], stopTimedOut: false })
})

it('makes the work give up when what it carries outlasts the patience of a stop', async () => {
  const test = await started()
  await test.put(1, 1)
  const stopped = test.consumer.stop()
  await test.advance(PATIENCE - 1)
  expect(test.seen.stopTimedOut).toBe(false)
  await test.advance(1)
  expect(test.seen.stopTimedOut).toBe(true)
  await test.finish(1)
  await stopped
  expect(test.timers()).toBe(0)
})

it('gives back what a claim brings while it is stopping', async () => {
  let bring: (rows: Row[]) => void = () => {}
  const claimed = new Promise<Row[]>((resolve) => {
    bring = resolve
  })
  const claim = async (claims: Queue<Row>) => {
    await claims.take(await claimed)
    return undefined
  }
  const test = await started({ work: { claim } })
  const stopped = test.consumer.stop()
  bring([{ id: 1, lane: 1 }])
  await stopped
  expect(test.seen.released).toEqual([1])
  expect(test.order).toEqual([])
})

it('claims again after a claim that throws', async () => {
  let fails = true
  const claim = async (claims: Queue<Row>) => {
    if (fails) throw new Error('the database is away')
    await claims.take([{ id: 1, lane: 1 }])
    return undefined
  }
  const test = await started({ work: { claim } })
  expect(test.seen.errors).toEqual(['the database is away'])
  fails = false
  await test.advance(1000)
  expect(test.underWay()).toEqual([1])
  await test.stop()
})

it('gives back rows that could not be prepared, and reports why', async () => {
  const prepare = async () => {
    throw new Error('no connection could be read')
  }
  const test = await started({ work: { prepare } })
  await test.put(1, 1, 2)
  expect(test.seen).toMatchObject({ errors: ['no connection could be read'], released: [1, 2] })
  await test.stop()
})

it('keeps the slot of a row whose work throws no longer than any other', async () => {
  const test = await started()
  await test.put(1, 1, 2, 3, 4)
  await test.finish(1, new Error('the settlement was refused'))
  expect(test.seen.errors).toEqual(['the settlement was refused'])
  expect(test.underWay()).toEqual([2, 3])
  await test.stop()
})

it('starts the next row when a row leaves its slot early, until twice the slots are unsettled', async () => {
  const test = await started({ slots: 2, pace: { freeSlots: 1 } })
  await test.put(1, 1, 2, 3, 4, 5, 6)
  for (const id of [1, 2, 3, 4]) {
    test.slotOf(id).leave()
    await turns()
  }
  expect(test.underWay()).toEqual([1, 2, 3, 4])
  await test.finish(4)
  expect(test.underWay()).toEqual([1, 2, 3, 5])
  await test.finish(1)
  test.slotOf(5).leave()
  await turns()
  expect(test.underWay()).toEqual([2, 3, 5, 6])
  await test.stop()
})

it('frees a slot once, however often its row leaves it', async () => {
  const test = await started()
  await test.put(1, 1, 2, 3, 4, 5)
  test.slotOf(1).leave()
  test.slotOf(1).leave()
  await test.finish(1)
  expect(test.underWay()).toEqual([2, 3])
  await test.stop()
})

it('reports rows that it could not give back, and keeps working', async () => {
  const release = async () => {
    throw new Error('the database is away')
  }
  const test = await started({ work: { release } })
  await test.put(1, 1, 2, 3)
  await test.slotOf(1).giveBackLane()
  expect(test.seen.errors).toEqual(['the database is away'])
  await test.put(2, 21)
  expect(test.underWay()).toEqual([1, 2, 21])
  await test.stop()
})

it('gives back what is buffered of a lane when asked to, and nothing of another lane', async () => {
  const test = await started({ slots: 8 })
  await test.put(1, 1, 2, 3, 4, 5, 6)
  await test.put(2, 21, 22, 23, 24, 25, 26)
  await test.slotOf(1).giveBackLane()
  expect(test.seen.released).toEqual([5, 6])
  await test.finish(21)
  expect(test.underWay()).toContain(25)
  await test.stop()
})

it('gives back rows that were buffered for too long, at a claim and when a slot comes free', async () => {
  const slowed: number[] = []
  const test = await started({
    longestBuffered: 10,
    pace: { afterEachRow: 1000 },
    work: { onLaneTooSlow: (lane) => slowed.push(lane) },
  })
  await test.put(1, 1, 2, 3)
  await test.advance(11)
  await test.finish(1)
  expect(test.seen.released).toEqual([3])
  expect(slowed).toEqual([])
  await test.put(1, 4, 5)
  expect(test.underWay()).toEqual([2, 4])
  await test.advance(1000)
  expect(test.seen.released).toEqual([3, 5])
  expect(slowed).toEqual([1])
  await test.stop()
})
