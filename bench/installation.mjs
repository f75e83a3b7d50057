// A service to measure: its database, its process, and a tenant with a live key, a template and a Discord connection.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCarillon } from './process.mjs'

/** @typedef {import('../test/harness/postgres.ts').Postgres} Postgres */
/** @typedef {{ workspace: number, key: string }} Tenant */

/** Slots of a worker that is not to take part: it waits with a single message for its provider. */
const STANDING = { WORKER_SLOTS: '1' }

let databases = 0

/**
 * A fresh database and the service on it, as often as it is started.
 * @param {Postgres | undefined} postgres without one, the embedded database
 */
export async function prepareInstallation(postgres) {
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-bench-'))
  const name = `bench_${databases++}`
  const env = { DATA_DIR: dataDir, ...(postgres ? { DATABASE_URL: await postgres.createDatabase(name) } : {}) }
  /** @type {Awaited<ReturnType<typeof startCarillon>> | undefined} */
  let service
  return {
    /** @param {{ delivering: boolean }} mode */
    async start({ delivering }) {
      service = await startCarillon({ ...env, ...(delivering ? {} : STANDING) })
      const token = (await readFile(join(dataDir, 'admin-token'), 'utf8')).trim()
      return { url: service.url, token }
    },
    stop: () => service?.stop() ?? Promise.resolve(),
    async remove() {
      await service?.stop()
      await postgres?.dropDatabase(name)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * @param {{ url: string, token: string }} service
 * @param {string} provider where messages go
 * @returns {Promise<Tenant>}
 */
export async function makeTenant({ url, token }, provider) {
  const manage = `${url}/v1/manage`
  const { id: workspace } = await call('POST', `${manage}/workspaces`, token, { name: 'Bench', plan: 'unlimited' })
  const at = `${manage}/workspaces/${workspace}`
  const { id: source } = await call('POST', `${at}/sources`, token, { name: 'App', rate_limit: 1_000_000_000 })
  const locales = { it: { body: 'Ciao {{name}}, the bells are ringing.' } }
  await call('POST', `${at}/templates`, token, { slug: 'bench', name: 'Bench', locales })
  const settings = { webhook_url: `${provider}/api/webhooks/1/bench` }
  await call('PUT', `${at}/sources/${source}/connections/discord`, token, { settings })
  const { key } = await call('POST', `${at}/sources/${source}/api-keys`, token, { mode: 'live' })
  return { workspace, key }
}

/**
 * Sends `count` messages in batches, a few at a time, to `people` in turn, who are created on the way.
 * @param {string} url
 * @param {string} key
 * @param {number} count
 * @param {number} people
 */
export async function fill(url, key, count, people) {
  let sent = 0
  const carry = async () => {
    while (sent < count) {
      const from = sent
      sent = Math.min(count, from + 100)
      const messages = Array.from({ length: sent - from }, (_, index) => ({
        recipient: { email: `person${(from + index) % people}@example.com` },
        template: 'bench',
        vars: { name: 'Ada' },
        channel: 'discord',
      }))
      const { failed } = await call('POST', `${url}/v1/send/batch`, key, { messages })
      if (failed > 0) throw new Error(`${failed} messages of a batch were refused`)
    }
  }
  await Promise.all(Array.from({ length: 4 }, carry))
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
