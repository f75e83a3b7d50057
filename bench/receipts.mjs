// Receipts: measures how fast the webhooks of a provider are applied. The rate is compared with the rate at which they are
// stored and answered, and with the rate at which the same messages were sent.
import { setTimeout as pause } from 'node:timers/promises'
import { fillQueue } from './fill-queue.mjs'
import { call, fill, makeTenant, prepareInstallation } from './installation.mjs'
import { startPart } from './process.mjs'
import { report, rounded } from './progress.mjs'

const PEOPLE = 1_000
const APPLIED_WITHIN = 10 * 60_000
const WEBHOOK = { user: 'bench', password: 'bench' }

/**
 * @param {import('./installation.mjs').Postgres | undefined} postgres
 * @param {{ pairs: number, messages: number }} size
 * @returns {Promise<Record<'receiving' | 'sending', import('./accept.mjs').Pair[]>>} The applied receipts per second, and
 *   the answered webhooks or the sent messages per second.
 */
export async function measureReceipts(postgres, { pairs, messages }) {
  const installation = await prepareInstallation(postgres)
  const provider = await startPart('parts/reporting-provider', WEBHOOK)
  try {
    /** @type {{ key: string, inboundPath: string } | undefined} */
    let sender
    /** @type {Awaited<ReturnType<typeof measureReceipts>>} */
    const measured = { receiving: [], sending: [] }
    for (let pair = 1; pair <= pairs; pair++) {
      const queued = await fillQueue(installation, provider, messages, async (service) => {
        sender ??= await makeSender(service, provider.ready.url)
        await fill(service.url, sender.key, messages, PEOPLE, { channel: 'email' })
      })
      await provider.ask({ expect: queued })
      const { url } = await installation.start({ delivering: true })
      const { perSecond: sent } = await provider.ask({ wait: true })
      await until(async () => (await call('GET', `${url}/v1/usage`, sender?.key ?? '')).total_sent === pair * messages)
      const started = performance.now()
      const { reported } = await provider.ask({ report: url + sender?.inboundPath })
      const answered = perSecondSince(started, reported)
      if (reported !== messages) throw new Error(`${reported} of ${messages} messages were reported`)
      await until(
        async () => (await call('GET', `${url}/v1/health`, sender?.key ?? '')).last_hour.delivered === pair * messages,
      )
      const ours = perSecondSince(started, reported)
      await installation.stop()
      report(
        `${rounded(ours)} receipts applied per second, ${rounded(answered)} webhooks answered, ${rounded(sent)} sent`,
      )
      measured.receiving.push({ ours, other: answered })
      measured.sending.push({ ours, other: sent })
    }
    return measured
  } finally {
    await provider.ask({ release: true })
    await installation.remove()
    await provider.stop()
  }
}

/**
 * Returns the rate of `count` items since `started`.
 * @param {number} started A time of `performance.now()`.
 * @param {number} count
 */
const perSecondSince = (started, count) => count / ((performance.now() - started) / 1000)

/**
 * Creates a workspace whose emails are sent through the provider.
 * @param {{ url: string, token: string }} service
 * @param {string} provider
 */
async function makeSender(service, provider) {
  const { key, source, manage } = await makeTenant(service, provider)
  const settings = {
    server_token: 'bench',
    from: 'Bench <bench@example.com>',
    webhook_user: WEBHOOK.user,
    webhook_password: WEBHOOK.password,
    api_base: provider,
  }
  const at = `sources/${source}/connections/email/providers`
  const { inbound_url: inboundUrl } = await manage('POST', at, { provider: 'postmark', settings })
  return { key, inboundPath: new URL(inboundUrl).pathname }
}

/** @param {() => Promise<boolean>} condition */
async function until(condition) {
  const deadline = performance.now() + APPLIED_WITHIN
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`not all receipts were applied in ${APPLIED_WITHIN} ms`)
    await pause(20)
  }
}
