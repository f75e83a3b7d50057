// Sends messages with fallbacks while processes are killed, and checks each of them afterwards.

import { AFTER, type Course, courseOf, createActors } from './fallback-actors.ts'
import { createInstallation, type Installation, post, type Site, until } from './installation.ts'
import { checkInvariants } from './invariants.ts'
import type { Running } from './processes.ts'
import { type Provider, startProvider } from './provider.ts'
import type { DatabaseKind } from './service.ts'

/** Messages of a request. Small storms have small requests, so that the kills are spread over many of them. */
const batchOf = (count: number) => Math.min(50, Math.ceil(count / 100))
const MASTER_KEY = 'a master key that all processes share'
const WEBHOOK = { user: 'carillon', password: 'secret-token' }

export interface StormResult {
  /** Accepted messages whose fallback did not end, or whose second step is missing although it was due. */
  lost: number[]
  /** Messages whose second step started although the receipt was visible before. */
  startedLate: number[]
  /** The numbers of second steps that started, by course. */
  started: Record<Course, number>
  /** The number of fallbacks with more than one used button. */
  pressedTwice: number
  /** Deliveries that belong to no step, or steps with more than one delivery. */
  stray: number
  /** Second steps that are sent according to the database, and that the provider has not received. */
  unsent: number
  /**
   * The number of failed deliveries for each reason, without the messages that failed because four workers died while
   * they sent them. The provider accepts all messages.
   */
  failed: Record<string, number>
  presses: number
  mismatches: string[]
}

/** The result of a storm in which every fallback did what it should. */
export const noFaults: Omit<StormResult, 'started' | 'presses'> = {
  lost: [],
  startedLate: [],
  pressedTwice: 0,
  stray: 0,
  unsent: 0,
  failed: {},
  mismatches: [],
}

/** Starts the processes. The embedded database has one process, and a server has an API and two workers. */
async function startProcesses(installation: Installation, kind: DatabaseKind) {
  const roles = kind === 'embedded' ? ['start'] : ['api', 'worker', 'worker']
  const start = (role: string) => installation.start(role, { MASTER_KEY })
  const running: (Running & { address: string })[] = []
  for (const role of roles) running.push(await start(role))
  return {
    address: () => running[0]?.address ?? '',
    /** Kills one process, or all of them, and starts them again. */
    async kill(count: number) {
      const victims = count % 3 === 2 ? roles.map((_, index) => index) : [count % roles.length]
      for (const index of victims) running[index]?.child.kill('SIGKILL')
      await Promise.all(victims.map(async (index) => running[index]?.ended))
      await Promise.all(
        victims.map(async (index) => {
          running[index] = await start(roles[index] ?? 'start')
        }),
      )
    },
  }
}

async function createStormSite(installation: Installation, address: string, provider: Provider) {
  const site = await installation.createSite(address, provider.url, { quota: 1_000_000 })
  const at = `/workspaces/${site.workspace}/sources/${site.source}/connections/email/providers`
  const settings = {
    server_token: 'token',
    from: 'Shop <hello@shop.example>',
    webhook_user: WEBHOOK.user,
    webhook_password: WEBHOOK.password,
    api_base: provider.url,
  }
  const { inbound_url } = await installation.manage(address, 'POST', at, { provider: 'postmark', settings })
  const template = { slug: 'step', name: 'Step', locales: { it: { subject: 'Ciao', body: 'Ciao {{name}}' } } }
  await installation.manage(address, 'POST', `/workspaces/${site.workspace}/templates`, template)
  return { site, inboundPath: new URL(inbound_url).pathname }
}

const messageOf = (n: number, callback: string) => ({
  recipient: { email: `n${n}@x.example`, telegram_chat_id: `${n}` },
  template: 'step',
  vars: { name: 'Ada' },
  idempotency_key: `n${n}`,
  fallback: [{ channel: 'email' }, { channel: 'telegram', after: `${AFTER / 1000}s` }],
  actions: [
    { slug: 'yes', callback_url: callback },
    { slug: 'no', callback_url: callback },
  ],
})

/** Sends `count` fallbacks, kills processes `kills` times, and returns what happened. */
export async function stormFallbacks(
  kind: DatabaseKind,
  { count, kills, onProgress = () => {} }: { count: number; kills: number; onProgress?: (line: string) => void },
): Promise<StormResult> {
  const provider = await startProvider()
  const installation = await createInstallation(kind)
  try {
    // The first process migrates the database.
    const first = await installation.start('start', { MASTER_KEY })
    const { site, inboundPath } = await createStormSite(installation, first.address, provider)
    await installation.stop()
    const processes = await startProcesses(installation, kind)
    const actors = createActors(
      processes.address,
      () => inboundPath,
      () => site.liveKey,
    )
    provider.reply(actors.reply)
    const ids = new Map<number, number>()
    const sending = sendAll(processes.address, site, count, provider.url, ids)
    for (let kill = 1; kill <= kills; kill++) {
      await until(900, async () => ids.size >= (count * kill) / (kills + 1))
      await processes.kill(kill)
      onProgress(`kill ${kill} after ${ids.size} accepted`)
    }
    await sending
    onProgress(`all ${ids.size} accepted`)
    // Steps of the last messages start now.
    await processes.kill(kills + 1)
    const fallbacks = await readEnded(processes.address, site, ids)
    await actors.idle()
    onProgress(`all ${fallbacks.size} ended`)
    await until(600, () => isSettled(installation, processes.address(), site))
    await installation.stop()
    return {
      ...verdictOf(fallbacks, ids, actors.seen, count),
      presses: actors.presses(),
      ...(await readStored(installation, actors.telegrams)),
    }
  } finally {
    await installation.remove()
    await provider.stop()
  }
}

async function sendAll(
  address: () => string,
  { liveKey }: Site,
  count: number,
  callback: string,
  ids: Map<number, number>,
) {
  const size = batchOf(count)
  let next = 0
  const client = async () => {
    while (next < count) {
      const first = next
      next += size
      const numbers = Array.from({ length: Math.min(size, count - first) }, (_, index) => first + index)
      const messages = numbers.map((n) => messageOf(n, `${callback}/callback`))
      const results = await until(240, async () => {
        const { status, body } = await post(address(), liveKey, { messages }, '/send/batch')
        const accepted = (body.results ?? []) as { delivery_id?: number }[]
        return status < 300 && accepted.every(({ delivery_id }) => delivery_id !== undefined) && accepted
      })
      for (const [index, { delivery_id: id }] of results.entries()) if (id !== undefined) ids.set(first + index, id)
    }
  }
  await Promise.all([client(), client(), client(), client()])
}

interface ReadFallback {
  state: string
  steps: { state: string; decided_at: string | null; delivery_id: number | null }[]
}

/** Waits until each fallback has ended, and returns the fallbacks by the numbers of their messages. */
async function readEnded(address: () => string, { liveKey }: Site, ids: Map<number, number>) {
  const fallbacks = new Map<number, ReadFallback>()
  const left = [...ids]
  const reader = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [n, id] = next
      const fallback = await until(300, async () => {
        const answer = await fetch(`${address()}/v1/deliveries/${id}`, {
          headers: { authorization: `Bearer ${liveKey}` },
        })
        const read = ((await answer.json()) as { fallback: ReadFallback }).fallback
        return read.state === 'ended' && read
      }).catch(() => undefined)
      if (fallback) fallbacks.set(n, fallback)
    }
  }
  await Promise.all([reader(), reader(), reader(), reader()])
  return fallbacks
}

function verdictOf(
  fallbacks: Map<number, ReadFallback>,
  ids: Map<number, number>,
  seen: Map<number, number>,
  count: number,
) {
  const started: Record<Course, number> = { early: 0, repeated: 0, late: 0, unreported: 0, pressed: 0 }
  const lost = Array.from({ length: count }, (_, n) => n).filter((n) => {
    const second = fallbacks.get(n)?.steps[1]
    if (second?.state === 'started') started[courseOf(n)]++
    return !second || (courseOf(n) === 'unreported' && second.state !== 'started')
  })
  const startedLate = [...fallbacks].flatMap(([n, { steps }]) => {
    const at = steps[1]?.state === 'started' ? Date.parse(steps[1].decided_at ?? '') : Number.NEGATIVE_INFINITY
    return at > (seen.get(ids.get(n) ?? 0) ?? Number.POSITIVE_INFINITY) ? [n] : []
  })
  return { lost, started, startedLate }
}

/** Returns whether each delivery has been sent or has failed. */
async function isSettled(installation: Installation, address: string, { workspace }: Site): Promise<boolean> {
  // A page may be empty although other pages are not, because a search scans a limited number of deliveries.
  const at = `/workspaces/${workspace}/deliveries?state=queued,sending,retrying&limit=100`
  for (let cursor = ''; ; ) {
    const { data, next_cursor } = await installation.manage(address, 'GET', at + cursor)
    if (data.length > 0 || next_cursor === null) return data.length === 0
    cursor = `&cursor=${encodeURIComponent(next_cursor)}`
  }
}

/** `telegrams` are the addresses of the second steps that the provider has received. */
async function readStored(installation: Installation, telegrams: Set<string>) {
  const db = await installation.open()
  try {
    const { mismatches } = await checkInvariants(db)
    const { rows } = await db.query<{ pressed_twice: number; stray: number }>({
      text: `select
               (select count(*)::int from (
                 select s.fallback_id from fallback_steps s join action_tokens t on t.delivery_id = s.delivery_id
                 where t.used_at is not null group by 1 having count(*) > 1) p) as pressed_twice,
               (select count(*)::int from deliveries d where not exists (
                 select from fallback_steps s where s.delivery_id = d.id and s.fallback_id = d.fallback_id and s.state = 'started')) as stray`,
    })
    const { pressed_twice: pressedTwice = 0, stray = 0 } = rows[0] ?? {}
    const sent = await db.query<{ address: string }>({
      text: `select address from deliveries where channel = 'telegram' and status <> 'failed'`,
    })
    const unsent = sent.rows.filter(({ address }) => !telegrams.has(address)).length
    const failures = await db.query<{ reason: string; count: number }>({
      text: `select coalesce(error_code || ': ' || error_message, 'unknown') as reason, count(*)::int from deliveries where status = 'failed' and error_code is distinct from 'ambiguous' group by 1`,
    })
    const failed = Object.fromEntries(failures.rows.map(({ reason, count }) => [reason, count]))
    return { mismatches, pressedTwice, stray, unsent, failed }
  } finally {
    await db.close()
  }
}
