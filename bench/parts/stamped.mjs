// A provider that measures latency. The sender writes the current time into the text of a message, between two @ signs.
import { createServer } from 'node:http'

/**
 * Latencies in milliseconds, of the messages whose text contains a time.
 * @type {number[]}
 */
let taken = []
let others = 0
let expected = 0

const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('latin1')
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', () => {
    const stamp = /@([\d.]+)@/.exec(text)?.[1]
    if (stamp === undefined) others++
    else taken.push(performance.timeOrigin + performance.now() - Number(stamp))
    report()
    const body = '{"id":"1","channel_id":"1"}'
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  })
})
server.keepAliveTimeout = 60_000
process.on('message', (/** @type {{ stamped: number } | { others: true }} */ message) => {
  if ('others' in message) return process.send?.({ others })
  expected = message.stamped
  return report()
})
server.listen(0, '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  process.send?.({ url: `http://127.0.0.1:${address.port}` })
})

/** Responds to the message `stamped` when the expected number of messages has arrived. */
function report() {
  if (expected === 0 || taken.length < expected) return
  process.send?.({ taken })
  taken = []
  expected = 0
}
