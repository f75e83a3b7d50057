// A provider for the benchmarks. It responds like Postmark, and then reports that the messages were delivered.
import { createServer } from 'node:http'
import { Agent, request } from 'undici'
import { timeArrivals } from './arrivals.mjs'

/** Number of webhooks at the same time. */
const CONCURRENCY = 64

/** @type {{ user: string, password: string }} */
const { user, password } = JSON.parse(process.argv[2] ?? '{}')
const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/**
 * The webhooks for the messages that arrived since the last report.
 * @type {string[]}
 */
let webhooks = []
const arrived = timeArrivals()

const server = createServer((incoming, response) => {
  let text = ''
  incoming.setEncoding('utf8')
  incoming.on('data', (chunk) => {
    text += chunk
  })
  incoming.on('end', () => {
    const { To, Metadata } = JSON.parse(text)
    const MessageID = `bench-${Metadata.delivery}`
    const report = { RecordType: 'Delivery', Recipient: To, MessageID, Metadata, DeliveredAt: new Date().toISOString() }
    webhooks.push(JSON.stringify(report))
    arrived(text, () => {
      const body = JSON.stringify({ ErrorCode: 0, MessageID })
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
    })
  })
})
server.keepAliveTimeout = 60_000
process.on('message', (/** @type {{ report: string } | object} */ message) => {
  if (!('report' in message)) return
  post(message.report).then(
    (reported) => process.send?.({ reported }),
    (error) => process.send?.({ error: error.message }),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  process.send?.({ url: `http://127.0.0.1:${address.port}` })
})

/**
 * Posts the webhooks, and returns their number.
 * @param {string} url
 */
async function post(url) {
  const waiting = webhooks
  webhooks = []
  let next = 0
  const dispatcher = new Agent({ connections: CONCURRENCY })
  const carry = async () => {
    for (let body = waiting[next++]; body !== undefined; body = waiting[next++]) {
      const headers = { 'content-type': 'application/json', authorization }
      const answer = await request(url, { method: 'POST', headers, body, dispatcher })
      await answer.body.dump()
      if (answer.statusCode !== 200) throw new Error(`the webhook got the status ${answer.statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, carry))
  await dispatcher.close()
  return waiting.length
}
