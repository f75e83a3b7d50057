// Faults of single processes of a command: the system refuses a process, or a process reports unknown metrics.
import { expect, it } from 'vitest'
import { type Child, startChild } from '../../src/cluster/child.ts'
import { createProcessKeeper } from '../../src/cluster/keeper.ts'
import { createTotals } from '../../src/cluster/totals.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { createLogger } from '../../src/lib/log.ts'

const log = createLogger('silent')

/** Starts a process with an argument that is longer than Linux permits. */
function startRefused(): Child {
  const handlers = { readTotals: async () => '', onLastSamples: () => {} }
  return startChild('x'.repeat(200_000), { role: 'api', databasePool: 2, port: 0, apis: 1 }, handlers)
}

it('a process that the system refuses to start has ended with the error as its reason', async () => {
  const child = startRefused()
  expect(await child.started).toEqual({ kind: 'ended', role: 'api', reason: 'spawn E2BIG', code: 1 })
  expect(await child.ended).toEqual(await child.started)
  expect(await child.readSamples(true)).toBeUndefined()
})

it('a process keeper that was closed during the start of the command starts no process', () => {
  let starts = 0
  const keeper = createProcessKeeper({
    start() {
      starts++
      return startRefused()
    },
    stop: async () => {},
    clock: systemClock,
    log,
    onEnded: () => {},
    onNotStarting: () => {},
  })
  keeper.close()
  keeper.open()
  expect(starts).toBe(0)
})

it('a scrape fails while a process reports metrics that this version cannot add up, and works again after this process has ended', async () => {
  const later = startRefused()
  const totals = createTotals(() => [], systemClock, log)
  const sample = { name: 'new', help: 'new', type: 'counter', values: [], aggregator: 'of-the-next-version' }
  try {
    totals.onLastSamples(later, [sample])
    await expect(totals.text()).rejects.toThrow('aggregator')
    totals.onEnded(later)
    expect(await totals.text()).toContain('carillon_processes')
  } finally {
    totals.stop()
  }
})
