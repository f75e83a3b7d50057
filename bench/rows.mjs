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
import { rowsOfLines } from './process-rows.mjs'
import { measureProcesses } from './processes.mjs'
import { measureQueue } from './queue.mjs'
import { measureReceipts } from './receipts.mjs'

/** @typedef {Omit<import('./page/table.mjs').Row, 'database'>} Result */
/**
 * @typedef {object} Run
 * @property {import('./installation.mjs').Postgres | undefined} postgres Undefined for the embedded database.
 * @property {import('./sizes.mjs').Sizes} sizes
 * @property {() => Promise<import('./accept.mjs').Peer[]>} peers Each job library has its own empty database.
 * @property {{ version: string, program: string } | undefined} olderNode Node 20, if it is installed.
 *
 * @typedef {object} Measured
 * @property {Result[]} rows
 * @property {import('./processes.mjs').Line[]} [lines] The lines of the table that compares numbers of processes.
 *
 * @typedef {object} Benchmark
 * @property {{ embedded?: number, PostgreSQL?: number }} seconds The expected duration on each database, with the
 *   default sizes. The benchmark does not run on a database that is missing here.
 * @property {(run: Run) => Promise<Measured>} measure
 */

/** The name of the benchmark that runs the service on Node 20. */
export const OLDER_NODE = 'node-20'
/** @type {import('./page/table.mjs').Target} */
const FASTER = { sign: '>', value: 1 }

/** @type {Record<string, Benchmark>} */
export const benchmarks = {
  accept: {
    seconds: { embedded: 60, PostgreSQL: 130 },
    measure: async ({ postgres, sizes, peers }) => ({
      rows: (await measureAccept(postgres, sizes.accept, await peers())).map(
        ({ connections, against, peer, pairs }) => ({
          name: `accept, ${connections} connections`,
          unit: '/s',
          against,
          target: targetOfAccept(postgres !== undefined, connections, peer),
          pairs,
        }),
      ),
    }),
  },
  [OLDER_NODE]: {
    seconds: { PostgreSQL: 30 },
    measure: async ({ postgres, sizes, olderNode }) => ({
      rows: (await measureAccept(postgres, sizes.olderNode, [], olderNode?.program)).map(
        ({ connections, against, pairs }) => ({
          name: `accept, ${connections} connections, Node ${olderNode?.version}`,
          unit: '/s',
          against: `${against}, Node ${olderNode?.version}`,
          pairs,
        }),
      ),
    }),
  },
  batch: {
    seconds: { embedded: 25, PostgreSQL: 15 },
    measure: async ({ postgres, sizes }) => ({
      rows: [
        {
          name: 'batch',
          unit: '/s',
          against: 'multi-row INSERT',
          target: { sign: '≥', value: 0.5 },
          pairs: await measureBatch(postgres, sizes.batch),
        },
      ],
    }),
  },
  drain: {
    seconds: { embedded: 55, PostgreSQL: 120 },
    measure: async ({ postgres, sizes, peers }) => {
      const size = { ...sizes.drain, messages: sizes.drain.messages[postgres ? 'postgres' : 'embedded'] }
      const drained = await measureDrain(postgres, size, await peers())
      const rows = drained.map(({ against, peer, pairs }) => ({ against, target: targetOfDrain(peer), pairs }))
      return { rows: rows.map((row) => ({ name: 'drain', unit: '/s', ...row })) }
    },
  },
  events: {
    seconds: { embedded: 60, PostgreSQL: 55 },
    measure: async ({ postgres, sizes }) => ({
      rows: [
        {
          name: 'events',
          unit: '/s',
          against: 'bare undici loop',
          target: { sign: '≥', value: 0.4 },
          pairs: await measureEvents(postgres, sizes.events),
        },
      ],
    }),
  },
  email: {
    seconds: { embedded: 45, PostgreSQL: 40 },
    measure: async ({ postgres, sizes }) => ({
      rows: [
        {
          name: 'email',
          unit: '/s',
          against: 'pooled nodemailer',
          target: { sign: '≥', value: 0.7 },
          pairs: await measureEmail(postgres, sizes.email),
        },
      ],
    }),
  },
  receipts: {
    seconds: { embedded: 25, PostgreSQL: 20 },
    measure: async ({ postgres, sizes }) => {
      const { receiving, sending } = await measureReceipts(postgres, sizes.receipts)
      const row = { name: 'receipts', unit: '/s' }
      return {
        rows: [
          { ...row, against: 'receiving', target: { sign: '≥', value: 0.7 }, pairs: receiving },
          { ...row, against: 'sending', pairs: sending },
        ],
      }
    },
  },
  latency: {
    seconds: { embedded: 30, PostgreSQL: 30 },
    measure: async ({ postgres, sizes }) => {
      const { p50, p99 } = await measureLatency(postgres, sizes.latency)
      return {
        rows: [
          { name: 'dispatch latency, median', unit: 'ms', pairs: p50 },
          { name: 'dispatch latency, p99', unit: 'ms', target: { sign: '≤', value: 50 }, pairs: p99 },
        ],
      }
    },
  },
  queue: {
    seconds: { embedded: 25, PostgreSQL: 60 },
    measure: async ({ postgres, sizes }) => {
      const queued = sizes.queue.queued[postgres ? 'postgres' : 'embedded']
      const { claims, fairness } = await measureQueue(postgres, { ...sizes.queue, queued })
      return {
        rows: [
          { name: 'claim', unit: 'ms', against: 'a queue of 1,000', target: { sign: '≤', value: 1.2 }, pairs: claims },
          ...[...fairness].map(
            /** @returns {Result} */
            ([load, pairs]) => ({
              name: 'fairness',
              unit: 'ms',
              against: `with ${load}`,
              target: { sign: '<', value: 1_000 },
              pairs,
            }),
          ),
        ],
      }
    },
  },
  finished: {
    seconds: { embedded: 35, PostgreSQL: 40 },
    measure: async ({ postgres, sizes }) => ({
      rows: [
        {
          name: 'accept, long history',
          unit: '/s',
          against: 'accept without history',
          target: { sign: '≥', value: 0.9 },
          pairs: await measureFinished(postgres, {
            ...sizes.finished,
            finished: sizes.finished.finished[postgres ? 'postgres' : 'embedded'],
          }),
        },
      ],
    }),
  },
  footprint: {
    seconds: { embedded: 65, PostgreSQL: 60 },
    measure: async ({ postgres, sizes }) => {
      const { start, idle, loaded } = await measureFootprint(postgres, sizes.footprint)
      const most = postgres ? { idle: 256, loaded: 256 } : { idle: 220, loaded: 300 }
      return {
        rows: [
          { name: 'start', unit: 'ms', target: { sign: '≤', value: 1_200 }, pairs: start },
          { name: 'memory at rest', unit: 'MB', target: { sign: '≤', value: most.idle }, pairs: idle },
          { name: 'memory under load', unit: 'MB', target: { sign: '≤', value: most.loaded }, pairs: loaded },
        ],
      }
    },
  },
  slope: {
    seconds: { embedded: 170, PostgreSQL: 170 },
    measure: async ({ postgres, sizes }) => ({
      rows: [
        {
          name: 'memory slope',
          unit: 'MB/min',
          target: { sign: '≤', value: 1 },
          pairs: await measureSlope(postgres, sizes.slope),
        },
      ],
    }),
  },
  processes: {
    seconds: { PostgreSQL: 130 },
    measure: async ({ postgres, sizes }) => {
      const lines = postgres ? await measureProcesses(postgres, sizes.processes) : []
      return { rows: rowsOfLines(lines), lines }
    },
  },
}

/**
 * @param {boolean} onServer
 * @param {number} connections
 * @param {import('./accept.mjs').Peer | undefined} peer
 * @returns {import('./page/table.mjs').Target | undefined}
 */
function targetOfAccept(onServer, connections, peer) {
  if (peer) return peer.durable ? FASTER : undefined
  return connections === 64 ? { sign: '≥', value: onServer ? 0.25 : 0.14 } : undefined
}

/**
 * @param {import('./accept.mjs').Peer | undefined} peer
 * @returns {import('./page/table.mjs').Target | undefined}
 */
function targetOfDrain(peer) {
  if (!peer) return { sign: '≥', value: 0.8 }
  if (peer.library === 'graphile-worker') return { sign: '≥', value: 1 }
  return peer.durable ? FASTER : undefined
}
