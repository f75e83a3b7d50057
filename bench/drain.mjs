// Drain: messages that wait in the queue, sent to a local provider and settled, against a bare loop that posts the same bodies.
import { setTimeout as pause } from 'node:timers/promises'
import { call, fill, makeTenant, prepareInstallation } from './installation.mjs'
import { startPart } from './process.mjs'

const PEOPLE = 1_000
/** What one connection may have under way: half of a worker's 256 slots. */
const CONCURRENCY = 128
const SETTLED_WITHIN = 60_000

/**
 * @param {import('./installation.mjs').Postgres | undefined} postgres
 * @param {{ pairs: number, messages: number }} size
 * @returns {Promise<import('./accept.mjs').Pair[]>}
 */
export async function measureDrain(postgres, { pairs, messages }) {
  const installation = await prepareInstallation(postgres)
  const provider = await startPart('provider', {})
  const bareLoop = await startPart('bare-loop', {})
  try {
    /** @type {import('./installation.mjs').Tenant | undefined} */
    let tenant
    let accepted = 0
    /** @type {import('./accept.mjs').Pair[]} */
    const measured = []
    for (let pair = 0; pair < pairs; pair++) {
      await provider.ask({ hold: true })
      const filling = await installation.start({ delivering: false })
      tenant ??= await makeTenant(filling, provider.ready.url)
      await fill(filling.url, tenant.key, messages, PEOPLE)
      accepted += messages
      // Stopping waits for the one message under way.
      const [{ received: before }] = await Promise.all([release(provider), installation.stop()])
      const sentWhileFilling = (await provider.ask({ release: true })).received - before
      const waiting = messages - before - sentWhileFilling

      const { sample } = await provider.ask({ expect: waiting })
      const service = await installation.start({ delivering: true })
      const { perSecond: ours } = await provider.ask({ wait: true })
      await untilSettled(service.url, tenant.key, accepted)
      await installation.stop()

      await provider.ask({ expect: waiting })
      const url = `${provider.ready.url}/api/webhooks/1/bench?wait=true`
      const [{ perSecond: bare }] = await Promise.all([
        provider.ask({ wait: true }),
        bareLoop.ask({ url, body: sample, count: waiting, concurrency: CONCURRENCY }),
      ])
      measured.push({ ours, bare })
      await provider.ask({ expect: 0 })
    }
    return measured
  } finally {
    await provider.ask({ release: true })
    await installation.remove()
    await Promise.all([provider.stop(), bareLoop.stop()])
  }
}

/** @param {Awaited<ReturnType<typeof startPart>>} provider */
async function release(provider) {
  // The signal to stop goes first, so that no other message follows the one held.
  await pause(50)
  return provider.ask({ release: true })
}

/**
 * Every message must have ended as sent, or the measurement would praise a service that loses some.
 * @param {string} url
 * @param {string} key
 * @param {number} count
 */
async function untilSettled(url, key, count) {
  const deadline = performance.now() + SETTLED_WITHIN
  for (;;) {
    const { total_sent: sent } = await call('GET', `${url}/v1/usage`, key)
    if (sent === count) return
    if (performance.now() > deadline) throw new Error(`${sent} of ${count} messages are sent`)
    await pause(50)
  }
}
