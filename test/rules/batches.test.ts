// Batches: items that arrive at the same time are processed together, and a limited number of batches at the same time.
import { describe, expect, it } from 'vitest'
import { createBatches } from '../../src/lib/scheduling/batches.ts'

const never = () => new AbortController().signal

/** Creates a queue whose batches end only when the test ends them. */
function heldBatches(most: number, atOnce: number) {
  const started: { items: number[]; end: () => void; fail: (error: Error) => void }[] = []
  let idle = 0
  const batches = createBatches<number, number>({
    most,
    atOnce,
    work: (items) =>
      new Promise((resolve, reject) => {
        started.push({ items, end: () => resolve(items.map((item) => item * 10)), fail: reject })
      }),
    onIdle: () => idle++,
  })
  return { batches, started, idle: () => idle }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('batches', () => {
  it('processes items of the same turn together, up to the limit, and returns the result of each item', async () => {
    const { batches, started, idle } = heldBatches(3, 2)
    const results = [1, 2, 3, 4].map((item) => batches.put(item, never()))
    await turn()
    expect(started.map(({ items }) => items)).toEqual([[1, 2, 3], [4]])
    for (const { end } of started) end()
    expect(await Promise.all(results)).toEqual([10, 20, 30, 40].map((result) => ({ kind: 'done', result })))
    await turn()
    expect(idle()).toBe(1)
  })

  it('collects items in one batch while the limit of batches is reached', async () => {
    const { batches, started } = heldBatches(3, 1)
    const first = batches.put(1, never())
    await turn()
    const others = [2, 3].map((item) => batches.put(item, never()))
    await turn()
    expect(started).toHaveLength(1)
    started[0]!.end()
    await first
    await expect.poll(() => started.length).toBe(2)
    expect(started[1]!.items).toEqual([2, 3])
    started[1]!.end()
    await Promise.all(others)
  })

  it('states for an aborted item whether its batch had started', async () => {
    const { batches, started } = heldBatches(1, 1)
    const [running, waiting, early] = [new AbortController(), new AbortController(), new AbortController()]
    const first = batches.put(1, running.signal)
    await turn()
    const second = batches.put(2, waiting.signal)
    for (const controller of [running, waiting, early]) controller.abort()
    expect(await first).toEqual({ kind: 'unanswered' })
    expect(await second).toEqual({ kind: 'not_started' })
    expect(await batches.put(3, early.signal)).toEqual({ kind: 'not_started' })
    started[0]!.end()
    await turn()
    expect(started).toHaveLength(1)
  })

  it('rejects all items of a batch that fails, and processes the next batch', async () => {
    const { batches, started } = heldBatches(2, 1)
    const items = [batches.put(1, never()), batches.put(2, never())]
    await turn()
    started[0]!.fail(new Error('broken'))
    for (const item of items) await expect(item).rejects.toThrow('broken')
    const next = batches.put(3, never())
    await expect.poll(() => started.length).toBe(2)
    started[1]!.end()
    expect(await next).toEqual({ kind: 'done', result: 30 })
  })
})
