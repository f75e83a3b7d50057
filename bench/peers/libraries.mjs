// Uses each job library as an experienced user would. Messages are added one by one or in batches, and are processed in
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

/** @type {Record<string, (url: string) => Promise<Queue>>} */
export const libraries = {
  'pg-boss': async (url) => {
    const { default: PgBoss } = await library('pg-boss')
    const boss = new PgBoss({ connectionString: url, max: 10 })
    boss.on('error', console.error)
    await boss.start()
    await boss.createQueue(QUEUE)
    let stopping = false
    /** @type {Promise<void>[]} */
    const loops = []
    return {
      add: (body) => boss.send(QUEUE, { body }),
      addAll: (bodies) => boss.insert(bodies.map((body) => ({ name: QUEUE, data: { body } }))),
      // Calls `fetch` and `complete` directly. This gives a higher throughput, because the workers of pg-boss pause for
      // half a second between batches.
      async work(handle, concurrency) {
        const batchSize = concurrency / 4
        const loop = async () => {
          while (!stopping) {
            /** @type {{ id: string, data: { body: string } }[]} */
            const jobs = await boss.fetch(QUEUE, { batchSize })
            await Promise.all(jobs.map(({ data }) => handle(data.body)))
            if (jobs.length > 0) {
              const ids = jobs.map(({ id }) => id)
              await boss.complete(QUEUE, ids)
            }
          }
        }
        for (let loopNumber = 0; loopNumber < 4; loopNumber++) loops.push(loop())
      },
      async stop() {
        stopping = true
        await Promise.all(loops)
        await boss.stop({ graceful: false })
      },
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
        runner = await run({
          connectionString: url,
          logger,
          concurrency,
          noHandleSignals: true,
          taskList: { [QUEUE]: (/** @type {{ body: string }} */ { body }) => handle(body) },
          preset: { worker: { maxPoolSize: 10, localQueue: { size: 500 }, completeJobBatchDelay: 0 } },
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
    const queue = new Queue(QUEUE, { connection: { path } })
    /** @type {{ close: () => Promise<void> } | undefined} */
    let worker
    return {
      add: (body) => queue.add(QUEUE, { body }, { removeOnComplete: true }),
      addAll: (bodies) =>
        queue.addBulk(bodies.map((body) => ({ name: QUEUE, data: { body }, opts: { removeOnComplete: true } }))),
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
