// The client of the accept benchmark. On each keep-alive connection, it POSTs one message after the other. It uses
// sockets without an HTTP library, to leave more processor time to the measured server.
import { connect } from 'node:net'

/** @typedef {{ url: string, key: string, connections: number, people: number }} Settings */
/** @type {Settings} */
const { url, key, connections, people } = JSON.parse(process.argv[2] ?? '')
const { hostname, port } = new URL(url)
const run = `${process.pid}-`
let sent = 0

process.on('message', (/** @type {{ seconds: number }} */ { seconds }) => {
  load(seconds * 1000).then(
    (result) => process.send?.(result),
    (error) => process.send?.({ error: error.message }),
  )
})
process.send?.({ ready: true })

/**
 * @param {number} duration milliseconds
 * @returns {Promise<{ answers: number, perSecond: number }>}
 */
async function load(duration) {
  const started = performance.now()
  const counts = await Promise.all(Array.from({ length: connections }, () => useConnection(started + duration)))
  const answers = counts.reduce((sum, count) => sum + count, 0)
  return { answers, perSecond: (answers / (performance.now() - started)) * 1000 }
}

/**
 * Sends requests on one connection. Sends the next request when the response to the previous request is complete.
 * @param {number} until
 * @returns {Promise<number>} The number of responses.
 */
function useConnection(until) {
  return new Promise((resolve, reject) => {
    let answers = 0
    let received = ''
    const socket = connect(Number(port), hostname, () => socket.write(nextRequest()))
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
      if (performance.now() < until) return socket.write(nextRequest())
      socket.removeAllListeners('close').destroy()
      resolve(answers)
    })
  })
}

/** Returns a send request with a new idempotency key. The requests are distributed evenly over the recipients. */
function nextRequest() {
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
    `host: ${hostname}:${port}`,
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}
