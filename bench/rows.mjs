// Every benchmark by its name, and the rows of the table that it gives for one database.
import { measureAccept } from './accept.mjs'
import { measureBatch } from './batch.mjs'
import { measureDrain } from './drain.mjs'
import { measureEmail } from './email.mjs'
import { measureEvents } from './events.mjs'
import { measureFinished } from './finished.mjs'
import { measureFootprint } from './footprint.mjs'
import { measureSlope } from './memory.mjs'
import { measurePickUp } from './pick-up.mjs'
import { measureQueue } from './queue.mjs'

/** @typedef {Omit<import('./table.mjs').Row, 'database'>} Result */
/**
 * @typedef {object} Run
 * @property {import('./installation.mjs').Postgres | undefined} postgres without one, the embedded database
 * @property {import('./sizes.mjs').Sizes} sizes
 * @property {() => Promise<import('./accept.mjs').Peer[]>} peers each with an empty database of its own
 */

/** @type {Record<string, (run: Run) => Promise<Result[]>>} */
export const benchmarks = {
  accept: async ({ postgres, sizes, peers }) =>
    [...(await measureAccept(postgres, sizes.accept, await peers()))].map(([against, pairs]) => ({
      name: 'accept',
      unit: '/s',
      against,
      aim: against === 'bare route' ? (postgres ? '≥ 0.5' : '≥ 0.4') : '> 1',
      pairs,
    })),
  batch: async ({ postgres, sizes }) => [
    {
      name: 'batch',
      unit: '/s',
      against: 'multi-row INSERT',
      aim: '≥ 0.5',
      pairs: await measureBatch(postgres, sizes.batch),
    },
  ],
  drain: async ({ postgres, sizes, peers }) =>
    [...(await measureDrain(postgres, sizes.drain, await peers()))].map(([against, pairs]) => ({
      name: 'drain',
      unit: '/s',
      against,
      aim: against === 'bare undici loop' ? '≥ 0.8' : '> 1',
      pairs,
    })),
  events: async ({ postgres, sizes }) => [
    {
      name: 'events',
      unit: '/s',
      against: 'bare undici loop',
      aim: '≥ 0.7',
      pairs: await measureEvents(postgres, sizes.events),
    },
  ],
  email: async ({ postgres, sizes }) => [
    {
      name: 'email',
      unit: '/s',
      against: 'pooled nodemailer',
      aim: '≥ 0.9',
      pairs: await measureEmail(postgres, sizes.email),
    },
  ],
  'pick-up': async ({ postgres, sizes }) => {
    const { p50, p99 } = await measurePickUp(postgres, sizes.pickUp)
    return [
      { name: 'pick-up, median', unit: 'ms', aim: '', pairs: p50 },
      { name: 'pick-up, 99 of 100', unit: 'ms', aim: '≤ 50 ms', pairs: p99 },
    ]
  },
  queue: async ({ postgres, sizes }) => {
    const queued = sizes.queue.queued[postgres ? 'postgres' : 'embedded']
    const { claims, fairness } = await measureQueue(postgres, { ...sizes.queue, queued })
    return [
      { name: 'claim', unit: 'ms', against: 'a queue of 1,000', aim: '≤ 1.2', pairs: claims },
      ...[...fairness].map(([beside, pairs]) => ({
        name: 'fairness',
        unit: 'ms',
        against: `beside ${beside}`,
        aim: '< 1,000 ms',
        pairs,
      })),
    ]
  },
  finished: async ({ postgres, sizes }) => [
    {
      name: 'accept, long history',
      unit: '/s',
      against: 'accept without it',
      aim: '≥ 0.9',
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
      { name: 'start', unit: 'ms', aim: '< 2,000 ms', pairs: start },
      { name: 'memory at rest', unit: 'MB', aim: memory, pairs: idle },
      { name: 'memory under load', unit: 'MB', aim: memory, pairs: loaded },
    ]
  },
  slope: async ({ postgres, sizes }) => [
    { name: 'memory slope', unit: 'MB/min', aim: '≤ 1 MB/min', pairs: await measureSlope(postgres, sizes.slope) },
  ],
}
