// The client in JavaScript of the accept benchmarks. On each keep-alive connection, it POSTs one message after the other.
// It uses sockets without an HTTP library, to leave more processor time to the measured server.
import { connect } from 'node:net'

/** @typedef {import('../client.mjs').Load} Load */

const run = `${process.pid}-`
let sent = 0

process.on('message', (/** @type {Load} */ message) => {
  load(message).then(
    (result) => process.send?.(result),
    (error) => process.send?.({ error: error.message }),
  )
})
process.send?.({ ready: true })

/**
 * @param {Load} settings
 * @returns {Promise<import('../client.mjs').Answered>}
 */
async function load(settings) {
  const started = performance.now()
  const until = started + settings.seconds * 1000
  const counts = await Promise.all(Array.from({ length: settings.connections }, () => useConnection(settings, until)))
  const answers = counts.reduce((sum, count) => sum + count, 0)
  return { answers, perSecond: (answers / (performance.now() - started)) * 1000 }
}

/**
 * Sends requests on one connection. Sends the next request when the response to the previous request is complete.
 * @param {Load} settings
 * @param {number} until
 * @returns {Promise<number>} The number of responses.
 */
function useConnection(settings, until) {
  const { hostname, port } = new URL(settings.url)
  return new Promise((resolve, reject) => {
    let answers = 0
    let received = ''
    const socket = connect(Number(port), hostname, () => socket.write(nextRequest(settings)))
    socket.setNoDelay(true).setEncoding('latin1')
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the connection was closed')))
    socket.on('data', (/** @type {string} */ text) => {
      received += text
      const body = received.indexOf('\r\n\r\n') + 4
      if (body < 4) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1])
      if (received.length < body + length) return
      if (!received.startsWith('HTTP/1.1 202')) return socket.destroy(new Error(received))
      received = ''
      answers++
      if (performance.now() < until) return socket.write(nextRequest(settings))
      socket.removeAllListeners('close').destroy()
      resolve(answers)
    })
  })
}

/**
 * Returns a send request with a new idempotency key. The requests are distributed evenly over the recipients.
 * @param {Load} settings
 */
function nextRequest({ url, key, people }) {
  const index = sent++
  const body = JSON.stringify({
    recipient: { email: `person${index % people}@example.com` },
    template: 'bench',
    vars: { name: 'Ada' },
    channel: 'discord',
    idempotency_key: `${run}${index}`,
  })
  return [
    'POST /v1/send HTTP/1.1',
    `host: ${url.slice('http://'.length)}`,
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}
