// All benchmarks by their names. A benchmark runs on one database and returns rows of the results table.
import { measureAccept } from './accept.mjs'
import { measureBatch } from './batch.mjs'
import { measureDrain } from './drain.mjs'
import { measureEmail } from './email.mjs'
import { measureEvents } from './events.mjs'
import { measureFinished } from './finished.mjs'
import { measureFootprint } from './footprint.mjs'
import { measureLatency } from './latency.mjs'
import { measureSlope } from './memory.mjs'
import { measureQueue } from './queue.mjs'

/** @typedef {Omit<import('./table.mjs').Row, 'database'>} Result */
/**
 * @typedef {object} Run
 * @property {import('./installation.mjs').Postgres | undefined} postgres Undefined for the embedded database.
 * @property {import('./sizes.mjs').Sizes} sizes
 * @property {() => Promise<import('./accept.mjs').Peer[]>} peers Each job library has its own empty database.
 */

/** @type {Record<string, (run: Run) => Promise<Result[]>>} */
export const benchmarks = {
  accept: async ({ postgres, sizes, peers }) =>
    [...(await measureAccept(postgres, sizes.accept, await peers()))].map(([against, pairs]) => ({
      name: 'accept',
      unit: '/s',
      against,
      target: against === 'bare route' ? (postgres ? '≥ 0.5' : '≥ 0.4') : '> 1',
      pairs,
    })),
  batch: async ({ postgres, sizes }) => [
    {
      name: 'batch',
      unit: '/s',
      against: 'multi-row INSERT',
      target: '≥ 0.5',
      pairs: await measureBatch(postgres, sizes.batch),
    },
  ],
  drain: async ({ postgres, sizes, peers }) =>
    [...(await measureDrain(postgres, sizes.drain, await peers()))].map(([against, pairs]) => ({
      name: 'drain',
      unit: '/s',
      against,
      target: against === 'bare undici loop' ? '≥ 0.8' : '> 1',
      pairs,
    })),
  events: async ({ postgres, sizes }) => [
    {
      name: 'events',
      unit: '/s',
      against: 'bare undici loop',
      target: '≥ 0.7',
      pairs: await measureEvents(postgres, sizes.events),
    },
  ],
  email: async ({ postgres, sizes }) => [
    {
      name: 'email',
      unit: '/s',
      against: 'pooled nodemailer',
      target: '≥ 0.9',
      pairs: await measureEmail(postgres, sizes.email),
    },
  ],
  latency: async ({ postgres, sizes }) => {
    const { p50, p99 } = await measureLatency(postgres, sizes.latency)
    return [
      { name: 'dispatch latency, median', unit: 'ms', target: '', pairs: p50 },
      { name: 'dispatch latency, p99', unit: 'ms', target: '≤ 50 ms', pairs: p99 },
    ]
  },
  queue: async ({ postgres, sizes }) => {
    const queued = sizes.queue.queued[postgres ? 'postgres' : 'embedded']
    const { claims, fairness } = await measureQueue(postgres, { ...sizes.queue, queued })
    return [
      { name: 'claim', unit: 'ms', against: 'a queue of 1,000', target: '≤ 1.2', pairs: claims },
      ...[...fairness].map(([load, pairs]) => ({
        name: 'fairness',
        unit: 'ms',
        against: `with ${load}`,
        target: '< 1,000 ms',
        pairs,
      })),
    ]
  },
  finished: async ({ postgres, sizes }) => [
    {
      name: 'accept, long history',
      unit: '/s',
      against: 'accept without history',
      target: '≥ 0.9',
      pairs: await measureFinished(postgres, {
        ...sizes.finished,
        finished: sizes.finished.finished[postgres ? 'postgres' : 'embedded'],
      }),
    },
  ],
  footprint: async ({ postgres, sizes }) => {
    const { start, idle, loaded } = await measureFootprint(postgres, sizes.footprint)
    const memory = postgres ? '≤ 256 MB' : ''
    return [
      { name: 'start', unit: 'ms', target: '< 2,000 ms', pairs: start },
      { name: 'memory at rest', unit: 'MB', target: memory, pairs: idle },
      { name: 'memory under load', unit: 'MB', target: memory, pairs: loaded },
    ]
  },
  slope: async ({ postgres, sizes }) => [
    { name: 'memory slope', unit: 'MB/min', target: '≤ 1 MB/min', pairs: await measureSlope(postgres, sizes.slope) },
  ],
}
