// A storm: clients continuously send messages with buttons, click the buttons and receive events, while a test disturbs
// the processes. At the end, the invariant checks run.
import { tokenId } from '../../src/actions/token.ts'
import type { Connection } from '../../src/store/database.ts'
import { createInstallation, type Installation, post, type Site, until } from './installation.ts'
import { compareWithObservations, type Verdict } from './observations.ts'
import type { Postgres } from './postgres.ts'
import { type Reply, startProvider } from './provider.ts'
import type { DatabaseKind } from './service.ts'

type Process = Awaited<ReturnType<Installation['start']>>

export interface Storm {
  installation: Installation
  site: Site
  /** The process that serves requests. If a test replaces this process, the clients use the new process. */
  api: Process
  /** Worker processes. With the embedded database, one process is both api and worker. */
  workers: Process[]
  /** Returns Telegram's reply for a chat after 20 ms. `times` counts the requests for this chat, including this one. */
  answer: (chat: string, times: number) => Reply | Promise<Reply>
  /** The number of Telegram requests for each chat. */
  sendAttempts: Map<string, number>
  /** Delivery ids of all send requests that were answered with 202 or 200. The keys of the map are chats. */
  acknowledged: Map<string, number>
  /** The number of refused requests for each status code. The code 0 stands for a request without an answer. */
  refused: Map<number, number>
  /** The longest time until a send request was answered, in milliseconds. */
  slowestAnswer: number
  /** Starts another process with the settings of the storm. */
  start(role: string): Promise<Process>
  /** Starts the clients. */
  startSending(): void
  /** Stops the clients. Each client repeats its last message until this message is acknowledged. */
  stopSending(): Promise<void>
  /** Sends one additional message and waits until it is acknowledged. */
  send(chat: string): Promise<void>
  /** Waits until at most `but` messages are pending, and neither events nor callbacks are pending. */
  waitUntilSettled(seconds: number, but?: number): Promise<void>
  /** Stops all processes and checks the invariants. */
  stopAndReport(): Promise<StormReport>
  /** Stops everything and removes all files, in any state of the storm. */
  remove(): Promise<void>
}

export interface StormReport extends Verdict {
  /** The figures of the storm in one sentence, for the results page. */
  figures: string
}

const CLIENTS = 6
/** Milliseconds between a client's messages. Storms run at the same time, and throughput is not under test. */
const PAUSE = 50
/** Number of messages per month that are charged to the quota. Further messages are charged to credits. */
const QUOTA = 100
const MASTER_KEY = 'a master key that all processes share'
const EVENTS = ['delivery.queued', 'delivery.sent', 'delivery.failed']

export interface StormOptions {
  /** Settings of all processes. */
  env?: Record<string, string>
  dataDir?: string
  /** Starts the PostgreSQL server. The default is one server. */
  startServer?: () => Promise<Postgres>
}

/** Creates a storm: on PostgreSQL one api and two workers, on the embedded database one process. */
export async function createStorm(
  kind: DatabaseKind,
  { env = {}, dataDir, startServer }: StormOptions = {},
): Promise<Storm> {
  const installation = await createInstallation(kind, dataDir, startServer)
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
    slowestAnswer: 0,
    start: (role) => installation.start(role, settings),
    startSending() {
      sending = true
      clients = Promise.all(Array.from({ length: CLIENTS }, client))
      // Only stopSending() awaits the clients, and a failed test may never call it. Without this handler, a rejection
      // would be unhandled.
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
        // Waits for deliveries first, because the settlement of a delivery records events.
        const unsettled =
          (await count('/deliveries?status=queued&limit=100')) + (await count('/deliveries?status=sending&limit=100'))
        if (unsettled > but) return false
        for (const status of ['waiting', 'sending'])
          if ((await count(`/subscriptions/${subscription}/events?status=${status}&limit=1`)) > 0) return false
        for (const status of ['waiting', 'sending'])
          if ((await count(`/callbacks?status=${status}&limit=1`)) > 0) return false
        return true
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
    // Answers after 20 ms, as a nearby provider would, so that calls are in flight at any time.
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

  /**
   * Sends a message. Returns false if the message is not acknowledged, otherwise the links of its buttons. If the
   * request was a repeat, the answer contains no links.
   */
  async function offer(chat: string, body: object): Promise<{ url: string }[] | false> {
    const counted = (status: number) => storm.refused.set(status, (storm.refused.get(status) ?? 0) + 1)
    const began = performance.now()
    const answer = await post(storm.api.address, storm.site.liveKey, body).catch(() => undefined)
    storm.slowestAnswer = Math.max(storm.slowestAnswer, performance.now() - began)
    if (answer?.status !== 202 && answer?.status !== 200) {
      counted(answer?.status ?? 0)
      return false
    }
    storm.acknowledged.set(chat, answer.body.delivery_id)
    return answer.body.actions ?? []
  }

  /** Clicks a link. A repeated click after a lost answer gets 410. */
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
    const figures = `${accepted} accepted = ${delivered} sent + ${failed} failed + ${waiting} pending, ${lost} lost, ${repeats} repeated; ${report.callbacks} callbacks received, ${report.events.received} of ${report.events.recorded} events received, ${mismatches.length} mismatches`
    return { ...verdict, figures }
  }
}

/** Telegram's reply to an accepted message. */
export const ACCEPTED: Reply = { body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }
