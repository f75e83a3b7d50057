// Email: measures how fast queued messages are sent to one mail server. Carillon is compared with nodemailer, with the
// same number of SMTP sessions.

import { fillQueue } from './fill-queue.mjs'
import { fill, makeTenant, prepareInstallation } from './installation.mjs'
import { startPart } from './process.mjs'
import { report, rounded } from './progress.mjs'

const PEOPLE = 1_000

/**
 * @param {import('./installation.mjs').Postgres | undefined} postgres
 * @param {{ pairs: number, mails: number }} size
 * @returns {Promise<import('./accept.mjs').Pair[]>} The emails per second.
 */
export async function measureEmail(postgres, { pairs, mails }) {
  const installation = await prepareInstallation(postgres)
  const server = await startPart('parts/mail-server', {})
  const { url } = server.ready
  try {
    /** @type {string | undefined} */
    let key
    /** @type {import('./accept.mjs').Pair[]} */
    const measured = []
    for (let pair = 0; pair < pairs; pair++) {
      const queued = await fillQueue(installation, server, mails, async (service) => {
        if (key === undefined) {
          const tenant = await makeTenant(service, service.url)
          const settings = { url: `${url}?tls=off`, from: 'Bench <bench@example.com>' }
          await tenant.manage('PUT', `sources/${tenant.source}/connections/email`, { settings })
          key = tenant.key
        }
        await fill(service.url, key, mails, PEOPLE, { channel: 'email' })
      })
      await server.ask({ expect: queued })
      await installation.start({ delivering: true })
      const { perSecond: ours } = await server.ask({ wait: true })
      await installation.stop()

      // Start a new process for the comparison too, because Carillon also runs in a new process. Both measurements then
      // include the compilation by V8.
      const bare = await startPart('parts/bare-mail', {})
      await server.ask({ expect: queued })
      const [{ perSecond: other }] = await Promise.all([
        server.ask({ wait: true }),
        bare.ask({ url, count: queued }),
      ]).finally(() => bare.stop())
      report(`${rounded(ours)} emails per second, nodemailer ${rounded(other)}`)
      measured.push({ ours, other })
    }
    return measured
  } finally {
    await server.ask({ release: true })
    await installation.remove()
    await server.stop()
  }
}
