// Email: what waits for one mail server, against nodemailer with a pool of as many sessions.
import { fill, makeTenant, prepareInstallation } from './installation.mjs'
import { startPart } from './process.mjs'
import { rounded, say } from './say.mjs'
import { fillQueue } from './waiting.mjs'

const PEOPLE = 1_000

/**
 * @param {import('./installation.mjs').Postgres | undefined} postgres
 * @param {{ pairs: number, mails: number }} size
 * @returns {Promise<import('./accept.mjs').Pair[]>} mails a second
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
      const waiting = await fillQueue(installation, server, mails, async (service) => {
        if (key === undefined) {
          const tenant = await makeTenant(service, service.url)
          const settings = { url: `${url}?tls=off`, from: 'Bench <bench@example.com>' }
          await tenant.manage('PUT', `sources/${tenant.source}/connections/email`, { settings })
          key = tenant.key
        }
        await fill(service.url, key, mails, PEOPLE, { channel: 'email' })
      })
      await server.ask({ expect: waiting })
      await installation.start({ delivering: true })
      const { perSecond: ours } = await server.ask({ wait: true })
      await installation.stop()

      // As fresh as the service: what V8 compiles on the way is a part of both.
      const bare = await startPart('parts/bare-mail', {})
      await server.ask({ expect: waiting })
      const [{ perSecond: other }] = await Promise.all([
        server.ask({ wait: true }),
        bare.ask({ url, count: waiting }),
      ]).finally(() => bare.stop())
      say(`${rounded(ours)} mails a second, nodemailer ${rounded(other)}`)
      measured.push({ ours, other })
    }
    return measured
  } finally {
    await server.ask({ release: true })
    await installation.remove()
    await server.stop()
  }
}
