// The provider both sides of the drain benchmark send to: answers like Discord, and times the messages it is told to expect.
import { createServer } from 'node:http'

/** @type {(() => void)[]} */
const held = []
let open = false
let received = 0
let expected = 0
let firstAt = 0
/** @type {number | undefined} */
let seconds
let sample = ''

const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('latin1')
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', () => {
    if (!open) held.push(() => answer(text, response))
    else answer(text, response)
  })
})
server.keepAliveTimeout = 60_000

process.on(
  'message',
  (/** @type {{ hold: true } | { release: true } | { expect: number } | { wait: true }} */ message) => {
    if ('hold' in message) {
      open = false
      process.send?.({ received })
    } else if ('release' in message) {
      open = true
      for (const go of held.splice(0)) go()
      process.send?.({ received })
    } else if ('expect' in message) {
      open = true
      received = 0
      expected = message.expect
      seconds = undefined
      process.send?.({ sample })
    } else {
      waiting = true
      report()
    }
  },
)
let waiting = false
server.listen(0, '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  process.send?.({ url: `http://127.0.0.1:${address.port}` })
})

/**
 * @param {string} text
 * @param {import('node:http').ServerResponse} response
 */
function answer(text, response) {
  received++
  if (received === 1) {
    firstAt = performance.now()
    sample = text
  }
  if (received === expected) {
    seconds = (performance.now() - firstAt) / 1000
    report()
  }
  const body = `{"id":"${received}","channel_id":"1"}`
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
}

/** Answers `wait` when the last of the expected messages is there. */
function report() {
  if (!waiting || seconds === undefined) return
  waiting = false
  process.send?.({ seconds, perSecond: (expected - 1) / seconds })
}
