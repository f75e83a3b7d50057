// Latency: measures the dispatch latency, which is the time from a send request to its arrival at the provider.
// Requests are sent at a steady rate.
import { setTimeout as pause } from 'node:timers/promises'
import { call, makeTenant, prepareInstallation } from './installation.mjs'
import { startPart } from './process.mjs'
import { report, rounded } from './progress.mjs'

export const PER_SECOND = 200

/**
 * @param {import('./installation.mjs').Postgres | undefined} postgres
 * @param {{ pairs: number, seconds: number }} size
 * @returns {Promise<{ p50: import('./accept.mjs').Pair[], p99: import('./accept.mjs').Pair[] }>} milliseconds
 */
export async function measureLatency(postgres, { pairs, seconds }) {
  const installation = await prepareInstallation(postgres)
  const provider = await startPart('parts/stamped', {})
  try {
    const service = await installation.start({ delivering: true })
    const { key } = await makeTenant(service, provider.ready.url)
    const moments = Array.from({ length: PER_SECOND * seconds }, (_, index) => (index * 1000) / PER_SECOND)
    await timeMessages(service.url, key, provider, moments)
    /** @type {{ p50: import('./accept.mjs').Pair[], p99: import('./accept.mjs').Pair[] }} */
    const measured = { p50: [], p99: [] }
    for (let pair = 0; pair < pairs; pair++) {
      const taken = (await timeMessages(service.url, key, provider, moments)).sort((a, b) => a - b)
      const at = (/** @type {number} */ part) => ({ ours: taken[Math.floor(taken.length * part)] ?? Number.NaN })
      report(`median ${rounded(at(0.5).ours)} ms, p99 ${rounded(at(0.99).ours)} ms`)
      measured.p50.push(at(0.5))
      measured.p99.push(at(0.99))
    }
    return measured
  } finally {
    await installation.remove()
    await provider.stop()
  }
}

/**
 * Sends one message at each of the given moments, and measures when it arrives at the provider.
 * @param {string} url
 * @param {string} key
 * @param {import('./accept.mjs').Part} provider
 * @param {number[]} moments Milliseconds from now.
 * @returns {Promise<number[]>} The milliseconds from the start of each send request to its arrival at the provider.
 */
export async function timeMessages(url, key, provider, moments) {
  const started = performance.now()
  const taken = provider.ask({ stamped: moments.length })
  const send = async (/** @type {number} */ moment, /** @type {number} */ index) => {
    await pause(Math.max(0, moment - (performance.now() - started)))
    const name = `@${performance.timeOrigin + performance.now()}@`
    const recipient = { email: `person${index % 100}@example.com` }
    await call('POST', `${url}/v1/send`, key, { recipient, template: 'bench', vars: { name }, channel: 'discord' })
  }
  await Promise.all(moments.map(send))
  return (await taken).taken
}
