// A worker that uses a job library, for the drain benchmark. It POSTs the queued bodies with undici, like the loop in
// bench/parts/bare-loop.mjs.
import pg from 'pg'
import { Agent, request } from 'undici'
import { libraries } from './libraries.mjs'

const SET = 500
/** @type {{ library: string, url: string, target: string, concurrency: number }} */
const { library, url, target, concurrency } = JSON.parse(process.argv[2] ?? '')
const queue = await /** @type {NonNullable<typeof libraries[string]>} */ (libraries[library])(url)
const dispatcher = new Agent({ connections: concurrency })

/** @param {string} body */
async function post(body) {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const answer = await request(target, { method: 'POST', headers, body, dispatcher })
  await answer.body.json()
}

/**
 * @param {string} body
 * @param {number} count
 */
async function fill(body, count) {
  for (let left = count; left > 0; left -= SET)
    await queue.addAll(Array.from({ length: Math.min(left, SET) }, () => body))
  if (url.startsWith('postgres')) await analyze()
}

/** Updates the statistics of PostgreSQL, which it otherwise does within a minute. */
async function analyze() {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

process.on('message', (/** @type {{ fill: { body: string, count: number } } | { work: true }} */ message) => {
  const done = 'fill' in message ? fill(message.fill.body, message.fill.count) : queue.work(post, concurrency)
  done.then(
    () => process.send?.({ done: true }),
    (error) => process.send?.({ error: error.message }),
  )
})
process.send?.({ ready: true })
