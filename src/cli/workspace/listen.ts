// carillon listen: shows events as they happen, and forwards them to a URL on this machine.
import type { HeardEvent, Listener, Operations } from '../../../sdk/src/api.ts'
import { pause } from '../../lib/scheduling/pause.ts'
import { counted } from '../../lib/text/plural.ts'
import { ApiRefusal } from '../api.ts'
import { type Call, definedFields, type Flag, type Noun, UsageError } from '../command.ts'
import { stopOnSignals, tolerateOutages } from '../following.ts'
import { readSecret } from '../input.ts'
import { inOneLine, moment, withoutControlCharacters } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'
import { createForwarder, type Forwarded } from './forward.ts'

const flags: Flag[] = [
  {
    name: 'forward',
    value: 'URL',
    description:
      'Forward each event to this URL, with the same headers and the same body as a subscription would send.',
  },
  { name: 'events', value: 'NAME,NAME', many: true, description: 'Only these events. Default: all events.' },
  {
    name: 'secret',
    value: 'SECRET',
    description:
      'Sign events with this secret (whsec_…) instead of a new secret. Use - to read it from standard input.',
  },
  workspaceFlag,
]

export const listenNoun: Noun = {
  name: 'listen',
  summary: 'Show events as they happen, and forward them to this machine.',
  commands: [
    {
      words: 'listen',
      summary: 'Show events as they happen, and forward them to this machine, until Ctrl-C.',
      flags,
      more: `The command polls the service for events, so this machine needs no public address. The command receives
only events that occur while it runs. If the service is unreachable for a while, the command loses none of these
events. The signing secret is shown at the start: configure it in the receiver, or pass the receiver's own secret with
\`--secret\`. If the receiver does not return 2xx within 30 seconds, the event is sent again after 1, 5 and 30 seconds.
Later events about the same delivery or contact are sent after this event. With --json, every line is an event with its
headers, its body as text, and the result of forwarding it.`,
      examples: [
        'carillon listen',
        'carillon listen --forward http://localhost:8080/events',
        'carillon listen --events delivery.failed,message.received --json',
      ],
      run: listen,
    },
  ],
}

/**
 * The dev listener of this run. If the service ended the previous dev listener, a new dev listener with another `id`
 * replaces it.
 */
interface ListenSession {
  path: string
  id: number
  options: { events?: string[]; secret: string }
}

type EventHandler = (event: HeardEvent) => Promise<void> | void

/** Seconds for which a poll waits for events. */
const POLL_SECONDS = 25
/** Milliseconds before the next poll if the service is unreachable. */
const RETRY_DELAY = 1000

async function listen(call: Call): Promise<number> {
  const options = await readSessionOptions(call)
  const url = urlOf(call)
  const workspace = await workspaceOf(call)
  const stop = stopOnSignals()
  // Use the deprecated path, because services of version 0.1 have no other path.
  const session = await begin(call, `${workspace.path}/listeners`, options)
  greet(call, workspace.name, url, session)
  await follow(call, session, url === undefined ? (event) => print(call, event) : forwarding(call, url, stop), stop)
  await end(call, session)
  return 0
}

async function readSessionOptions(call: Call): Promise<{ events?: string[]; secret?: string }> {
  const events = call.all('events').flatMap((names) => names.split(',').map((name) => name.trim()))
  const secret = call.text('secret')
  return definedFields({
    events: events.length > 0 ? events : undefined,
    secret: secret === '-' ? await readSecret('Secret') : secret,
  })
}

function urlOf(call: Call): string | undefined {
  const url = call.text('forward')
  if (url !== undefined && !(URL.canParse(url) && /^https?:/.test(url)))
    throw new UsageError(`--forward requires a URL such as http://localhost:8080/events, not "${url}".`)
  return url
}

async function begin(
  call: Call,
  path: string,
  options: { events?: string[]; secret?: string },
): Promise<ListenSession> {
  const { id, secret } = await call.api.post<Listener>(path, options)
  return { path, id, options: { ...options, secret } }
}

function greet({ out }: Call, workspace: string, url: string | undefined, { options }: ListenSession): void {
  out.note(
    `Listening to ${options.events?.join(', ') ?? 'all events'} of workspace "${inOneLine(workspace)}". Stop with Ctrl-C.`,
  )
  if (url !== undefined) out.note(`Forwarding to ${url}, signed with ${options.secret}`)
}

/**
 * Polls in a loop. Each poll confirms the events of the previous poll. The service returns unconfirmed events again.
 */
async function follow(call: Call, session: ListenSession, onEvent: EventHandler, stop: AbortSignal): Promise<void> {
  const tolerant = tolerateOutages(call)
  let done: number[] = []
  while (!stop.aborted) {
    const events = await tolerant(() => poll(call, session, done, stop))
    if (events === undefined) await pause(RETRY_DELAY, stop)
    else done = events.map(({ id }) => id)
    for (const event of events ?? []) if (!stop.aborted) await onEvent(event)
  }
}

async function poll(call: Call, session: ListenSession, done: number[], stop: AbortSignal): Promise<HeardEvent[]> {
  try {
    const path = `${session.path}/${session.id}/hear`
    return (await call.api.post<Operations['hear']['answer']>(path, { done, wait: POLL_SECONDS }, stop)).data
  } catch (error) {
    if (stop.aborted) return []
    if (!(error instanceof ApiRefusal && error.status === 404)) throw error
    const { id } = await begin(call, session.path, session.options)
    session.id = id
    call.out.note('The service ended the previous dev listener. Events between its end and now are not shown.')
    return []
  }
}

async function end(call: Call, session: ListenSession): Promise<void> {
  await call.api
    .remove(`${session.path}/${session.id}`)
    .catch(() => call.out.note('The service is unreachable. It ends this dev listener within an hour.'))
}

function forwarding(call: Call, url: string, signal: AbortSignal): EventHandler {
  const forwarder = createForwarder({
    url,
    signal,
    onAttempt(event, outcome, retryIn) {
      if (retryIn === undefined) print(call, event, outcome)
      else
        call.out.note(
          `${event.event} ${event.subject}: ${withoutControlCharacters(outcome.reason ?? '')}; retry in ${retryIn} s.`,
        )
    },
  })
  return (event) => forwarder.forward(event)
}

function print({ out }: Call, event: HeardEvent, forwarded?: Forwarded): void {
  out.stream(forwarded === undefined ? event : { ...event, forwarded }, () => {
    const result = forwarded === undefined ? [] : [resultOf(forwarded)]
    const cells = [moment(event.created_at), event.event, event.subject, ...result, summaryOf(event)]
    const style = forwarded?.received === false || event.event === 'delivery.failed' ? 'red' : undefined
    out.line(out.paint(style, cells.map(inOneLine).join('\t').trimEnd()))
  })
}

function resultOf({ received, status, latency_ms, reason }: Forwarded): string {
  return received ? `${status} in ${latency_ms} ms` : `not received: ${reason}`
}

/** The fields of an event's body that the summary line shows. */
interface SummaryFields {
  delivery?: { status: string; channel: string; template_slug: string; error_message: string | null }
  action?: { slug: string }
  data?: {
    channel?: string
    status?: string
    previous_status?: string | null
    deferred_until?: string
    step?: number
    reason?: string
    items?: number
    to?: string
    from?: string
    template?: string
    body?: string
    error?: string | null
    automation?: { name: string }
    contact?: { name: string }
  }
}

function summaryOf({ body }: HeardEvent): string {
  const { delivery, action, data = {} }: SummaryFields = JSON.parse(body)
  if (delivery) {
    const { status, channel, template_slug, error_message } = delivery
    return joined([action && `"${action.slug}" used`, status, channel, template_slug, error_message])
  }
  const { channel, status, previous_status, to, from, template, body: reply, error, automation, contact } = data
  const { step, reason, items, deferred_until } = data
  const change = status && previous_status !== undefined && `${previous_status ?? 'new'} → ${status}`
  const ends = [to && `to ${to}`, from && `from ${from}`]
  const facts = [deferred_until && `until ${moment(deferred_until)}`, items && counted(items, 'message'), reason]
  const names = [template, automation?.name, contact?.name]
  return joined([change, step && `step ${step}`, channel, ...ends, ...names, ...facts, reply, error])
}

const joined = (parts: (string | false | 0 | null | undefined)[]) => parts.filter(Boolean).join(' ')
