// A storm: messages with buttons, clicks and events without a pause, whatever is done to the processes, and the invariant checks afterwards.
import { tokenId } from '../../src/actions/token.ts'
import type { Connection } from '../../src/store/database.ts'
import { createInstallation, type Installation, post, type Site, until } from './installation.ts'
import { compareWithObservations, type Verdict } from './observations.ts'
import { type Reply, startProvider } from './provider.ts'
import type { DatabaseKind } from './service.ts'

type Process = Awaited<ReturnType<Installation['start']>>

export interface Storm {
  installation: Installation
  site: Site
  /** What serves requests; the clients follow it to another address. */
  api: Process
  /** Processes that only deliver; the embedded database's one process does both. */
  workers: Process[]
  /** What Telegram answers a message to this chat, after 20 ms; told how often the chat was asked for, this time included. */
  answer: (chat: string, times: number) => Reply | Promise<Reply>
  /** How often Telegram was asked to send to each chat. */
  sendAttempts: Map<string, number>
  /** Delivery ids of everything that was answered 202 or 200, by chat. */
  acknowledged: Map<string, number>
  /** Answers that were neither, by status; 0: none came. */
  refused: Map<number, number>
  /** Another process of the storm's settings. */
  start(role: string): Promise<Process>
  /** Sends from now on. */
  startSending(): void
  /** Sends no more; what was begun is repeated until it is acknowledged. */
  stopSending(): Promise<void>
  /** One message of its own, once it is acknowledged. */
  send(chat: string): Promise<void>
  /** Waits until nothing waits, of messages, events and callbacks; `but`: as many messages may. */
  waitUntilSettled(seconds: number, but?: number): Promise<void>
  /** Stops everything and checks the invariants. */
  stopAndReport(): Promise<StormReport>
  /** Removes it, in whatever state it is. */
  remove(): Promise<void>
}

export interface StormReport extends Verdict {
  /** In a sentence. */
  figures: string
}

const CLIENTS = 6
/** Milliseconds between a client's messages: storms run beside each other, and how many they are is not what is tried. */
const PAUSE = 50
/** Messages of the month that the quota pays for; credits pay for the rest. */
const QUOTA = 100
const MASTER_KEY = 'a master key that all processes share'
const EVENTS = ['delivery.queued', 'delivery.sent', 'delivery.failed']

/** On PostgreSQL one api and two worker processes, on the embedded database one process for everything. `env`: of all. */
export async function createStorm(
  kind: DatabaseKind,
  { env = {}, dataDir }: { env?: Record<string, string>; dataDir?: string } = {},
): Promise<Storm> {
  const installation = await createInstallation(kind, dataDir)
  const settings = { MASTER_KEY, ...env }
  const [telegram, receiver] = [await startProvider(), await startProvider()]
  const first = await installation.start('start', settings)
  const manage = (method: string, at: string, body?: object) => installation.manage(storm.api.address, method, at, body)
  const acceptedCounts = new Map<string, number>()
  const clicked = new Set<string>()
  const received = { events: new Map<string, number>(), callbacks: new Map<string, number>() }
  let sending = false
  let clients: Promise<unknown> = Promise.resolve()
  let next = 0

  const storm: Storm = {
    installation,
    site: await installation.createSite(first.address, telegram.url, { quota: QUOTA }),
    api: first,
    workers: [],
    answer: () => ACCEPTED,
    sendAttempts: new Map(),
    acknowledged: new Map(),
    refused: new Map(),
    start: (role) => installation.start(role, settings),
    startSending() {
      sending = true
      clients = Promise.all(Array.from({ length: CLIENTS }, client))
      // What calm() waits for; a test that failed before does not.
      clients.catch(() => {})
    },
    async stopSending() {
      sending = false
      await clients
    },
    async send(chat) {
      const actions = [{ slug: 'ok', callback_url: `${receiver.url}/callback` }]
      const message = { recipient: { telegram_chat_id: chat }, template: 'hello', vars: { name: 'x' } }
      const body = { ...message, idempotency_key: chat, ...(next % 5 === 0 ? { actions } : {}) }
      const links = await until(240, () => offer(chat, body))
      for (const { url } of links) await until(240, () => click(url))
    },
    async waitUntilSettled(seconds, but = 0) {
      const at = `/workspaces/${storm.site.workspace}`
      const count = async (path: string) => (await manage('GET', `${at}${path}`)).data.length as number
      await until(seconds, async () => {
        for (const status of ['waiting', 'sending'])
          if ((await count(`/subscriptions/${subscription}/events?status=${status}&limit=1`)) > 0) return false
        for (const status of ['waiting', 'sending'])
          if ((await count(`/callbacks?status=${status}&limit=1`)) > 0) return false
        const waiting =
          (await count('/deliveries?status=queued&limit=100')) + (await count('/deliveries?status=sending&limit=100'))
        return waiting <= but
      })
    },
    async stopAndReport() {
      await installation.stop()
      const db = await installation.open()
      try {
        return await reportOf(db)
      } finally {
        await db.close()
      }
    },
    async remove() {
      sending = false
      await installation.remove()
      await Promise.all([telegram.stop(), receiver.stop()])
    },
  }
  await manage('POST', `/workspaces/${storm.site.workspace}/credits`, { amount: 10_000_000 })
  const { id: subscription } = await manage('POST', `/workspaces/${storm.site.workspace}/subscriptions`, {
    url: `${receiver.url}/events`,
    events: EVENTS,
  })

  telegram.reply(async ({ text }) => {
    const { chat_id: chat } = JSON.parse(text) as { chat_id: string }
    const times = (storm.sendAttempts.get(chat) ?? 0) + 1
    storm.sendAttempts.set(chat, times)
    // As long as a provider nearby takes, so that calls are under way whatever happens.
    await new Promise((resolve) => setTimeout(resolve, 20))
    const reply = await storm.answer(chat, times)
    if (reply === ACCEPTED) acceptedCounts.set(chat, (acceptedCounts.get(chat) ?? 0) + 1)
    return reply
  })
  receiver.reply(({ path, headers }) => {
    const seen = path === '/events' ? received.events : received.callbacks
    const id = String(headers['x-service-delivery-id'])
    seen.set(id, (seen.get(id) ?? 0) + 1)
    return { status: 200 }
  })
  if (kind === 'postgres') {
    first.child.kill('SIGTERM')
    await first.ended
    storm.api = await installation.start('api', settings)
    storm.workers = await Promise.all([installation.start('worker', settings), installation.start('worker', settings)])
  }
  return storm

  async function client() {
    while (sending) {
      await storm.send(`c${next++}`)
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
  }

  /** The links of the message's buttons once it is acknowledged. A repeat is told none. */
  async function offer(chat: string, body: object): Promise<{ url: string }[] | false> {
    const counted = (status: number) => storm.refused.set(status, (storm.refused.get(status) ?? 0) + 1)
    const answer = await post(storm.api.address, storm.site.liveKey, body).catch(() => undefined)
    if (answer?.status !== 202 && answer?.status !== 200) {
      counted(answer?.status ?? 0)
      return false
    }
    storm.acknowledged.set(chat, answer.body.delivery_id)
    return answer.body.actions ?? []
  }

  /** A click whose answer was lost is found used by the next one. */
  async function click(link: string): Promise<boolean> {
    const token = new URL(link).pathname
    const { status } = await fetch(`${storm.api.address}${token}`, { headers: { accept: 'application/json' } })
    if (status !== 200 && status !== 410) return false
    clicked.add(tokenId(token.slice(token.lastIndexOf('/') + 1))!)
    return true
  }

  async function reportOf(db: Connection): Promise<StormReport> {
    const { acknowledged } = storm
    const events = new Set(received.events.keys())
    const callbacks = new Set(received.callbacks.keys())
    const verdict = await compareWithObservations(db, {
      acknowledged,
      accepted: acceptedCounts,
      clicked,
      events,
      callbacks,
    })
    const { report, repeats, lost, mismatches } = verdict
    const { accepted, delivered, failed, waiting } = report
    const figures = `${accepted} accepted = ${delivered} sent + ${failed} failed + ${waiting} pending, ${lost} lost, ${repeats} repeated; ${report.callbacks} callbacks sent, ${report.events.received} of ${report.events.recorded} events sent, ${mismatches.length} mismatches`
    return { ...verdict, figures }
  }
}

/** Telegram's answer to a message it took. */
export const ACCEPTED: Reply = { body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }
