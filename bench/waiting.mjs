// Filling a queue that nobody works off yet, so that working it off can be measured from its first message to its last.
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds between two answers to a service that is being stopped. It may take more than a second, and claims until then. */
const BETWEEN_ANSWERS = 250

/**
 * @param {Awaited<ReturnType<typeof import('./installation.mjs').prepareInstallation>>} installation
 * @param {import('./accept.mjs').Part} receiver a part that holds its answers back
 * @param {number} count
 * @param {(service: { url: string, pid: number, token: string }) => Promise<void>} fillIt puts `count` into the queue
 * @returns {Promise<number>} how many of them wait when the service has stopped. Throws an Error where none does.
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
  if (received >= count) throw new Error(`All ${count} messages were sent before the service had stopped`)
  return count - received
}
