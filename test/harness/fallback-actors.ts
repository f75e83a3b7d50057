// Plays the providers and recipients of messages with fallbacks: the email provider reports deliveries early, late,
// repeatedly or never, and people press buttons.
import { emailProviders } from './email-webhooks.ts'
import { until } from './installation.ts'
import type { Received } from './provider.ts'

/** Milliseconds after which the second step starts. */
export const AFTER = 8000

/** Maximum number of messages that are watched at the same time, because polling takes processor time. */
const MOST_WATCHED = 8

/** The courses of the first message of a fallback. */
const courses = ['early', 'repeated', 'late', 'unreported', 'pressed'] as const
export type Course = (typeof courses)[number]

export const courseOf = (n: number): Course => courses[n % courses.length] ?? 'unreported'

/** `seen` has the time at which a receipt was visible in the API. */
export function createActors(address: () => string, inboundPath: () => string, key: () => string) {
  const seen = new Map<number, number>()
  const telegrams = new Set<string>()
  const running = new Set<Promise<unknown>>()
  let presses = 0
  let watched = 0
  const inBackground = (work: Promise<unknown>) => {
    running.add(work)
    void work.finally(() => running.delete(work))
  }
  const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  const report = async (deliveryId: number, id: string, to: string) => {
    const { headers, body } = emailProviders.postmark!.webhook(
      { event: 'delivered', id, address: to, deliveryId },
      new Date(),
    )
    await until(240, async () => (await fetch(address() + inboundPath(), { method: 'POST', headers, body })).ok)
    if (watched >= MOST_WATCHED) return
    watched++
    await watch(deliveryId).finally(() => watched--)
  }
  const watch = async (deliveryId: number) => {
    const final = await until(240, async () => {
      const answer = await fetch(`${address()}/v1/deliveries/${deliveryId}`, {
        headers: { authorization: `Bearer ${key()}` },
      })
      const { status } = (await answer.json()) as { status: string }
      return ['delivered', 'failed'].includes(status) && status
    })
    // A message fails if four workers die while they send it. A receipt then changes nothing.
    if (final === 'delivered')
      seen.set(deliveryId, Math.min(seen.get(deliveryId) ?? Number.POSITIVE_INFINITY, Date.now()))
  }
  const press = async (text: string) => {
    const links = text.match(/http\S+\/action\/[\w-]+/g) ?? []
    const answers = await Promise.allSettled(
      links.map((link) =>
        fetch(address() + new URL(link).pathname, { headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' } }),
      ),
    )
    presses += answers.filter((answer) => answer.status === 'fulfilled' && answer.value.status === 200).length
  }
  const email = async ({ text }: Received) => {
    const { To, TextBody, Metadata } = JSON.parse(text) as {
      To: string
      TextBody: string
      Metadata: { delivery: string }
    }
    const deliveryId = Number(Metadata.delivery)
    const [, number = '0'] = /n(\d+)@/.exec(To) ?? []
    const course = courseOf(Number(number))
    const id = `p${deliveryId}`
    if (course === 'early') await Promise.race([report(deliveryId, id, To), later(100)])
    if (course === 'early') inBackground(report(deliveryId, id, To))
    if (course === 'repeated')
      for (let times = 0; times < 3; times++) inBackground(later(50).then(() => report(deliveryId, id, To)))
    const nearStart = AFTER - 1000 + Math.random() * 3000
    if (course === 'late') inBackground(later(nearStart).then(() => report(deliveryId, id, To)))
    if (course === 'pressed') inBackground(later(nearStart).then(() => press(TextBody)))
    return emailProviders.postmark!.accept(id)
  }
  return {
    seen,
    telegrams,
    presses: () => presses,
    idle: () => until(300, async () => running.size === 0),
    async reply(request: Received) {
      if (request.path.startsWith('/callback')) return { body: {} }
      if (!request.path.includes('sendMessage')) return email(request)
      const { chat_id: chat } = JSON.parse(request.text) as { chat_id: string }
      telegrams.add(chat)
      return { body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }
    },
  }
}
