// Runs the service for a measurement. Creates its database and process, and a workspace with a live key, a template and
// a Discord connection.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, removeFolder } from './cleanup.mjs'
import { startCarillon } from './process.mjs'

/** @typedef {import('../test/harness/postgres.ts').Postgres} Postgres */
/**
 * @typedef {object} Tenant
 * @property {string} key A live key.
 * @property {number} source
 * @property {(method: string, path: string, body?: object) => Promise<any>} manage Calls the management API of its
 *   workspace.
 */

/**
 * Settings that prevent a worker from delivering the queue. The worker has only one slot, and the provider does not
 * respond to the request in this slot.
 */
const BLOCKED = { WORKER_SLOTS: '1' }

let databases = 0

/**
 * Creates a fresh database. The returned object starts services on this database.
 * @param {Postgres | undefined} postgres Undefined for the embedded database.
 * @param {string} [program] The path of the `node` program that runs the services.
 */
export async function prepareInstallation(postgres, program) {
  const dataDir = makeFolder('carillon-bench-')
  const name = `bench_${databases++}`
  const databaseUrl = await postgres?.createDatabase(name)
  const env = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
  /** @type {Awaited<ReturnType<typeof startCarillon>>[]} */
  let services = []
  const stop = async () => {
    await Promise.all(services.map((service) => service.stop()))
    services = []
  }
  /**
   * @param {'start' | 'api' | 'worker'} role
   * @param {Record<string, string>} [settings]
   */
  const startRole = async (role, settings) => {
    const service = await startCarillon({ ...env, ...settings }, role, program)
    services.push(service)
    return { url: service.url, pid: service.pid }
  }
  return {
    dataDir,
    databaseUrl,
    startRole,
    /** @param {{ delivering: boolean }} mode */
    async start({ delivering }) {
      const service = await startRole('start', delivering ? {} : BLOCKED)
      const token = (await readFile(join(dataDir, 'admin-token'), 'utf8')).trim()
      return { ...service, token }
    },
    /** Stops all services. */
    stop,
    async remove() {
      await stop()
      await postgres?.dropDatabase(name)
      await removeFolder(dataDir)
    },
  }
}

/**
 * @param {{ url: string, token: string }} service
 * @param {string} provider The URL that receives the messages.
 * @returns {Promise<Tenant>}
 */
export async function makeTenant({ url, token }, provider) {
  const { id: workspace } = await call('POST', `${url}/v1/manage/workspaces`, token, {
    name: 'Bench',
    plan: 'unlimited',
  })
  /** @type {Tenant['manage']} */
  const manage = (method, path, body) => call(method, `${url}/v1/manage/workspaces/${workspace}/${path}`, token, body)
  const { id: source } = await manage('POST', 'sources', { name: 'App', rate_limit: 1_000_000_000 })
  const locales = { it: { body: 'Ciao {{name}}, the bells are ringing.' } }
  await manage('POST', 'templates', { slug: 'bench', name: 'Bench', locales })
  const settings = { webhook_url: `${provider}/api/webhooks/1/bench` }
  await manage('PUT', `sources/${source}/connections/discord`, { settings })
  const { key } = await manage('POST', `sources/${source}/api-keys`, { mode: 'live' })
  return { key, source, manage }
}

/**
 * Sends `count` messages, with four concurrent batch requests. The messages are distributed evenly over `people`
 * recipients. The first message to a recipient creates the recipient.
 * @param {string} url
 * @param {string} key
 * @param {number} count
 * @param {number} people
 * @param {object} [more] Additional fields of each message. By default, they select the channel Discord.
 */
export async function fill(url, key, count, people, more) {
  let sent = 0
  const carry = async () => {
    while (sent < count) {
      const from = sent
      sent = Math.min(count, from + 100)
      const messages = messagesOf(from, sent - from, people, more)
      const { failed } = await call('POST', `${url}/v1/send/batch`, key, { messages })
      if (failed > 0) throw new Error(`${failed} messages of a batch were refused`)
    }
  }
  await Promise.all(Array.from({ length: 4 }, carry))
}

/**
 * @param {number} from The number of the first message.
 * @param {number} count
 * @param {number} people The number of recipients. The messages are distributed evenly over them.
 * @param {object} [more] Additional fields of each message. By default, they select the channel Discord.
 */
export function messagesOf(from, count, people, more = { channel: 'discord' }) {
  return Array.from({ length: count }, (_, index) => ({
    recipient: { email: `person${(from + index) % people}@example.com` },
    template: 'bench',
    vars: { name: 'Ada' },
    ...more,
  }))
}

/**
 * @param {string} method
 * @param {string} url
 * @param {string} bearer
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function call(method, url, bearer, body) {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
