// Filling a queue that nobody works off yet, so that working it off can be measured from its first message to its last.
import { setTimeout as pause } from 'node:timers/promises'

/**
 * @param {Awaited<ReturnType<typeof import('./installation.mjs').prepareInstallation>>} installation
 * @param {import('./accept.mjs').Part} receiver a part that holds its answers back
 * @param {number} count
 * @param {(service: { url: string, pid: number, token: string }) => Promise<void>} fillIt puts `count` into the queue
 * @returns {Promise<number>} how many of them wait when the service has stopped
 */
export async function fillQueue(installation, receiver, count, fillIt) {
  await receiver.ask({ hold: true })
  await fillIt(await installation.start({ delivering: false }))
  // The signal to stop goes first, so that nothing follows the few that are held; stopping waits for these.
  await Promise.all([pause(50).then(() => receiver.ask({ release: true })), installation.stop()])
  const { received } = await receiver.ask({ release: true })
  return count - received
}
