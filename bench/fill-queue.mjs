// Fills a queue without a running worker, so that a benchmark can measure the delivery of the whole queue.
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Milliseconds between two releases of delayed responses while the service shuts down. One release is not enough: the
 * shutdown may take over a second, and the service still sends messages during this time.
 */
const BETWEEN_ANSWERS = 250

/**
 * @param {Awaited<ReturnType<typeof import('./installation.mjs').prepareInstallation>>} installation
 * @param {import('./accept.mjs').Part} receiver A part that can delay its responses.
 * @param {number} count
 * @param {(service: { url: string, pid: number, token: string }) => Promise<void>} fillIt Queues `count` messages.
 * @returns {Promise<number>} The number of messages that are still queued after the service has stopped. Throws if this
 *   number is 0.
 */
export async function fillQueue(installation, receiver, count, fillIt) {
  await receiver.ask({ hold: true })
  await fillIt(await installation.start({ delivering: false }))
  let stopped = false
  const stopping = installation.stop().then(() => {
    stopped = true
  })
  while (!stopped) {
    await receiver.ask({ pass: true })
    await Promise.race([stopping, pause(BETWEEN_ANSWERS)])
  }
  const { received } = await receiver.ask({ pass: true })
  if (received >= count) throw new Error(`All ${count} messages were sent before the service stopped`)
  return count - received
}
