// Sends messages into digests while the service is killed again and again, and reads which digest each message is in.
import { expect } from 'vitest'
import { createInstallation, type Installation, post, type Site, until } from './installation.ts'
import { checkInvariants } from './invariants.ts'
import { startProvider } from './provider.ts'
import type { DatabaseKind } from './service.ts'

/** Messages with the same key. All of them fit into the list of one digest. */
export const OF_A_KEY = 40
/** Keys that get messages at the same time. */
const KEYS_AT_ONCE = 20
const CLIENTS = 32
const MASTER_KEY = 'a master key that all processes share'

export interface KilledDigests {
  digests: number
  /** The numbers of all messages in the contents of the sent deliveries. */
  messages: number[]
  charged: number
  seconds: number
}

interface Load {
  messages: number
  kills: number
  /** The field `digest.wait` of the messages. */
  wait: string
}

/**
 * Sends the messages while the service is killed, and stops it after all digests were sent. `log` gets the progress.
 */
export async function sendUnderKills(
  kind: DatabaseKind,
  load: Load,
  log: (text: string) => void = () => {},
): Promise<KilledDigests> {
  const provider = await startProvider()
  provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }))
  const installation = await createInstallation(kind)
  const startedAt = Date.now()
  try {
    const service = await startKilled(installation)
    const site = await installation.createSite(service.address(), provider.url, { quota: load.messages })
    const body = '{% for item in items %}{{ item.n }},{% endfor %}'
    const template = { slug: 'numbers', name: 'Numbers', engine: 'liquid', locales: { it: { body } } }
    await installation.manage(service.address(), 'POST', `/workspaces/${site.workspace}/templates`, template)
    await sendAll(service, site, load, log)
    await untilSent(installation, service.address, site)
    await installation.stop()
    return { ...(await readStored(installation, site)), seconds: Math.round((Date.now() - startedAt) / 1000) }
  } finally {
    await installation.remove()
    await provider.stop()
  }
}

type KilledService = Awaited<ReturnType<typeof startKilled>>

/** Starts the service again after each kill. `address` is the address of the running process. */
async function startKilled(installation: Installation) {
  let running = await installation.start('start', { MASTER_KEY })
  return {
    address: () => running.address,
    async kill() {
      running.child.kill('SIGKILL')
      await running.ended
      running = await installation.start('start', { MASTER_KEY })
    },
  }
}

async function sendAll(
  service: KilledService,
  site: Site,
  { messages, kills, wait }: Load,
  log: (text: string) => void,
): Promise<void> {
  let next = 0
  let accepted = 0
  const send = async () => {
    while (next < messages) {
      await sendUntilAccepted(service.address, site, next++, wait)
      accepted++
    }
  }
  const clients = Array.from({ length: CLIENTS }, send)
  for (let count = 1; count <= kills; count++) {
    const mark = Math.floor((messages * count) / (kills + 1))
    await until(600, async () => accepted >= mark)
    await service.kill()
    log(`kill ${count} after ${accepted} messages`)
  }
  await Promise.all(clients)
}

/** Returns the key of a message. Groups of keys follow each other, so digests close while later messages are sent. */
function keyOf(n: number): string {
  const group = Math.floor(n / (OF_A_KEY * KEYS_AT_ONCE))
  return `c${group}-${n % KEYS_AT_ONCE}`
}

/** Sends the message until it is accepted. Its idempotency key replays the first acceptance. */
function sendUntilAccepted(address: () => string, { liveKey }: Site, n: number, wait: string): Promise<unknown> {
  const message = {
    recipient: { telegram_chat_id: keyOf(n) },
    template: 'numbers',
    vars: { n: String(n) },
    idempotency_key: `n${n}`,
    digest: { key: 'k', wait, at_most: '2m' },
  }
  return until(240, async () => {
    const { status } = await post(address(), liveKey, message)
    return status === 202 || status === 200
  })
}

async function untilSent(installation: Installation, address: () => string, { workspace }: Site): Promise<void> {
  const at = `/workspaces/${workspace}/deliveries?state=collecting,queued,sending,retrying&limit=1`
  await until(300, async () => {
    const { data, next_cursor } = await installation.manage(address(), 'GET', at)
    return data.length === 0 && next_cursor === null
  })
}

async function readStored(installation: Installation, { workspace }: Site): Promise<Omit<KilledDigests, 'seconds'>> {
  const db = await installation.open()
  try {
    expect((await checkInvariants(db)).mismatches).toEqual([])
    const { rows } = await db.query<{ n: number }>({
      text: `select (item->'vars'->>'n')::int as n from deliveries d
             cross join lateral jsonb_array_elements(d.content->'items'->'list') as item where d.status = 'sent'`,
    })
    const counts = await db.query<{ digests: number; charged: number }>({
      text: `select (select count(*)::int from digests) as digests,
               (select sum(quota_used)::int from usage_periods where workspace_id = $1) as charged`,
      values: [workspace],
    })
    const { digests = 0, charged = 0 } = counts.rows[0] ?? {}
    return { digests, charged, messages: rows.map(({ n }) => n).toSorted((a, b) => a - b) }
  } finally {
    await db.close()
  }
}
