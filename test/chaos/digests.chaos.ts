// Sends messages into digests while the service is killed again and again. Each message is in exactly one digest, and
// each digest is charged once. CHAOS_DIGESTS is the number of messages (default 20,000).
import { describe, expect, it } from 'vitest'
import { createInstallation, type Installation, post, type Site, until } from '../harness/installation.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases } from '../harness/service.ts'
import { logProgress } from './progress.ts'

const MESSAGES = Number(process.env.CHAOS_DIGESTS ?? 20_000)
/** Messages with the same key. All of them fit into the list of one digest. */
const OF_A_KEY = 40
const KILLS = 20
const CLIENTS = 32
const MASTER_KEY = 'a master key that all processes share'

interface Stored {
  digests: number
  /** The numbers of all messages in the contents of the deliveries. */
  messages: number[]
  charged: number
}

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

/** Sends the message until it is accepted. Its idempotency key replays the first acceptance. */
function sendUntilAccepted(address: () => string, { liveKey }: Site, n: number): Promise<unknown> {
  const message = {
    recipient: { telegram_chat_id: `c${n % Math.ceil(MESSAGES / OF_A_KEY)}` },
    template: 'numbers',
    vars: { n: String(n) },
    idempotency_key: `n${n}`,
    digest: { key: 'k', wait: '2s', at_most: '10s' },
  }
  return until(240, async () => {
    const { status } = await post(address(), liveKey, message)
    return status === 202 || status === 200
  })
}

async function readStored(installation: Installation, { workspace }: Site): Promise<Stored> {
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
    return { digests, charged, messages: rows.map(({ n }) => n) }
  } finally {
    await db.close()
  }
}

describe.each(databases)('digests under kills, %s', (kind) => {
  it(`${MESSAGES} messages under ${KILLS} kills are each in exactly one digest, and each digest is charged once`, async (test) => {
    const provider: Provider = await startProvider()
    provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }))
    const installation = await createInstallation(kind)
    test.onTestFinished(async () => {
      await installation.remove()
      await provider.stop()
    })
    const service = await startKilled(installation)
    const site = await installation.createSite(service.address(), provider.url, { quota: MESSAGES })
    const body = '{% for item in items %}{{ item.n }},{% endfor %}'
    const template = { slug: 'numbers', name: 'Numbers', engine: 'liquid', locales: { it: { body } } }
    await installation.manage(service.address(), 'POST', `/workspaces/${site.workspace}/templates`, template)

    let next = 0
    let accepted = 0
    const sendAll = async () => {
      while (next < MESSAGES) {
        await sendUntilAccepted(service.address, site, next++)
        accepted++
      }
    }
    const clients = Array.from({ length: CLIENTS }, sendAll)
    for (let kills = 1; kills <= KILLS; kills++) {
      const mark = Math.floor((MESSAGES * kills) / (KILLS + 1))
      await until(600, async () => accepted >= mark)
      await service.kill()
      logProgress(test, `kill ${kills} after ${accepted} messages`)
    }
    await Promise.all(clients)
    const at = `/workspaces/${site.workspace}/deliveries?state=collecting,queued,sending,retrying&limit=1`
    await until(300, async () => {
      const { data, next_cursor } = await installation.manage(service.address(), 'GET', at)
      return data.length === 0 && next_cursor === null
    })
    await installation.stop()
    const { digests, messages, charged } = await readStored(installation, site)
    test.task.meta.figures = `${MESSAGES} messages in ${digests} digests, ${charged} charged, ${KILLS} kills`
    logProgress(test, test.task.meta.figures)
    expect(messages.toSorted((a, b) => a - b)).toEqual(Array.from({ length: MESSAGES }, (_, n) => n))
    expect(charged).toBe(digests)
  }, 1_800_000)
})
