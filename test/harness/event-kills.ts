// Kills a service process while it dispatches events: before the call, during the call, and before settling.
import { createInstallation, post, until } from './installation.ts'
import { startProvider } from './provider.ts'
import type { DatabaseKind } from './service.ts'

export interface KillReport {
  /** The events in the database. The key is the X-Service-Delivery-Id of an event, and the value is its status. */
  recorded: Map<string, string>
  /** Number of times that each event was received. */
  received: Map<string, number>
  /** The number of kills while events were pending, while calls were in flight, and while answers were unsettled. */
  observed: { waiting: number; call: number; settle: number }
}

const CLIENTS = 8

/**
 * Sends `messages` live messages for a tenant with a subscription, and kills the service `kills` times.
 * Resolves when all events are received.
 * `skipBeforeRestart` advances the clock (ms) before each restart, so that leases of the killed process expire.
 */
export async function killDuringDispatch(
  kind: DatabaseKind,
  messages: number,
  kills: number,
  {
    onProgress = () => {},
    skipBeforeRestart = 0,
  }: { onProgress?: (words: string) => void; skipBeforeRestart?: number } = {},
): Promise<KillReport> {
  const telegram = await startProvider()
  telegram.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }))
  const receiver = await startProvider()
  const received = new Map<string, number>()
  const open = new Set<string>()
  const answered = new Set<string>()
  receiver.reply(async ({ headers }) => {
    const id = String(headers['x-service-delivery-id'])
    received.set(id, (received.get(id) ?? 0) + 1)
    open.add(id)
    // Answers after 20 ms, as a nearby receiver would, so that some calls are in progress when a process is killed.
    await new Promise((resolve) => setTimeout(resolve, 20))
    open.delete(id)
    answered.add(id)
    return { status: 200 }
  })
  const installation = await createInstallation(kind)
  try {
    let current = await installation.start()
    const site = await installation.createSite(current.address, telegram.url)
    const at = `/workspaces/${site.workspace}/subscriptions`
    const manage = (method: string, path: string, body?: object) =>
      installation.manage(current.address, method, path, body)
    const events = ['delivery.queued', 'delivery.sent', 'message.sent']
    const { id: subscription } = await manage('POST', at, { url: `${receiver.url}/events`, events })

    let next = 0
    let acknowledged = 0
    const client = async () => {
      while (next < messages) {
        const index = next++
        const body = { recipient: { telegram_chat_id: `c${index}` }, template: 'hello', vars: { name: 'x' } }
        await until(240, async () => {
          const answer = await post(current.address, site.liveKey, { ...body, idempotency_key: `m${index}` })
          return answer.status === 202 || answer.status === 200
        })
        acknowledged++
      }
    }
    const clients = Promise.all(Array.from({ length: CLIENTS }, client))
    const snapshots: { called: Set<string>; answered: Set<string>; seen: number; written: number }[] = []
    for (let kill = 1; kill <= kills; kill++) {
      await until(600, async () => acknowledged >= (kill * messages) / (kills + 1) && open.size > 0)
      // The database contains at least the first event of each acknowledged message.
      snapshots.push({ called: new Set(open), answered: new Set(answered), seen: received.size, written: acknowledged })
      current.child.kill('SIGKILL')
      await current.ended
      installation.advanceClock(skipBeforeRestart)
      current = await installation.start()
      onProgress(
        `kill ${kill} of ${kills}, ${acknowledged} of ${messages} acknowledged, ${received.size} events received`,
      )
    }
    await clients
    onProgress(`${acknowledged} acknowledged, ${received.size} events received; waiting for the rest`)
    const list = async () => {
      const all = new Map<string, string>()
      for (let cursor = ''; ; ) {
        const page = await manage('GET', `${at}/${subscription}/events?limit=100${cursor}`)
        for (const { dispatch_id, status } of page.data) all.set(dispatch_id, status)
        if (page.next_cursor === null) return all
        cursor = `&cursor=${page.next_cursor}`
      }
    }
    await until(600, async () => {
      const { data } = await manage('GET', `${at}/${subscription}/events?status=waiting&limit=1`)
      const { data: sending } = await manage('GET', `${at}/${subscription}/events?status=sending&limit=1`)
      return data.length + sending.length === 0 && received.size >= messages * events.length
    })
    const recorded = await list()
    const repeated = [...received].filter(([, times]) => times > 1).map(([id]) => id)
    const observed = { waiting: 0, call: 0, settle: 0 }
    for (const { called, answered: before, seen, written } of snapshots) {
      if (seen < written * events.length) observed.waiting++
      if (repeated.some((id) => called.has(id))) observed.call++
      if (repeated.some((id) => !called.has(id) && before.has(id))) observed.settle++
    }
    return { recorded, received, observed }
  } finally {
    await installation.remove()
    await telegram.stop()
    await receiver.stop()
  }
}
