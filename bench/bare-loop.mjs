// Measures the bare loop: a program that posts the same bodies without storage.
import { startPart } from './process.mjs'

/**
 * Starts a new process for the comparison too, because Carillon also runs in a new process. Both measurements then
 * include the compilation by V8.
 * @param {import('./accept.mjs').Part} receiver
 * @param {{ url: string, body: string, count: number, concurrency: number }} load
 * @returns {Promise<number>} Requests per second.
 */
export async function measureLoop(receiver, load) {
  const loop = await startPart('parts/bare-loop', {})
  await receiver.ask({ expect: load.count })
  const [{ perSecond }] = await Promise.all([receiver.ask({ wait: true }), loop.ask(load)])
  await loop.stop()
  return perSecond
}
