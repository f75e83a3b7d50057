// Uses each job library with its fastest settings. Messages are added one by one or in batches, and are processed in
// parallel.

/**
 * @typedef {object} Queue
 * @property {(body: string) => Promise<unknown>} add
 * @property {(bodies: string[]) => Promise<unknown>} addAll
 * @property {(handle: (body: string) => Promise<void>, concurrency: number) => Promise<void>} work Processes the
 *   messages until `stop` is called.
 * @property {() => Promise<unknown>} stop
 */

/**
 * Imports a package of bench/package.json. Only `npm run bench` installs this package, so the compiler cannot read its
 * types.
 * @param {string} name
 */
const library = (name) => import(name)

const QUEUE = 'messages'
/** Number of connections to PostgreSQL. */
const POOL = 10

/** @type {Record<string, (url: string) => Promise<Queue>>} */
export const libraries = {
  'pg-boss': async (url) => {
    const { PgBoss } = await library('pg-boss')
    const boss = new PgBoss({ connectionString: url, max: POOL, schedule: false })
    boss.on('error', console.error)
    await boss.start()
    await boss.createQueue(QUEUE)
    return {
      add: (body) => boss.send(QUEUE, { body }),
      addAll: (bodies) =>
        boss.insert(
          QUEUE,
          bodies.map((body) => ({ data: { body } })),
        ),
      async work(handle, concurrency) {
        // With `burstWhenBatchFull`, a worker fetches the next batch at once, instead of after half a second.
        const options = { batchSize: concurrency, localConcurrency: 4, burstWhenBatchFull: true }
        const handleAll = (/** @type {{ data: { body: string } }[]} */ jobs) =>
          Promise.all(jobs.map(({ data }) => handle(data.body)))
        await boss.work(QUEUE, { ...options, pollingIntervalSeconds: 0.5 }, handleAll)
      },
      stop: () => boss.stop({ graceful: false }),
    }
  },

  'graphile-worker': async (url) => {
    const { makeWorkerUtils, run } = await library('graphile-worker')
    const { Logger } = await library('@graphile/logger')
    const logger = new Logger(() => () => {})
    const utils = await makeWorkerUtils({ connectionString: url, logger })
    await utils.migrate()
    /** @type {{ stop: () => Promise<void> } | undefined} */
    let runner
    return {
      add: (body) => utils.addJob(QUEUE, { body }),
      addAll: (bodies) => utils.addJobs(bodies.map((body) => ({ identifier: QUEUE, payload: { body } }))),
      async work(handle, concurrency) {
        const batches = { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 }
        runner = await run({
          connectionString: url,
          logger,
          noHandleSignals: true,
          taskList: { [QUEUE]: (/** @type {{ body: string }} */ { body }) => handle(body) },
          preset: { worker: { concurrentJobs: concurrency, maxPoolSize: POOL, ...batches } },
        })
      },
      async stop() {
        await runner?.stop()
        await utils.release()
      },
    }
  },

  BullMQ: async (path) => {
    const { Queue, Worker } = await library('bullmq')
    const options = { removeOnComplete: true, removeOnFail: true }
    // Automatic pipelining (`enableAutoPipelining`) took a third more processor time for each job.
    const queue = new Queue(QUEUE, { connection: { path }, defaultJobOptions: options })
    await queue.waitUntilReady()
    /** @type {{ close: () => Promise<void> } | undefined} */
    let worker
    return {
      add: (body) => queue.add(QUEUE, { body }),
      addAll: (bodies) => queue.addBulk(bodies.map((body) => ({ name: QUEUE, data: { body } }))),
      async work(handle, concurrency) {
        const connection = { path, maxRetriesPerRequest: null }
        const process = (/** @type {{ data: { body: string } }} */ { data }) => handle(data.body)
        worker = new Worker(QUEUE, process, { connection, concurrency })
      },
      async stop() {
        await worker?.close()
        await queue.close()
      },
    }
  },
}
