// carillon listen: shows events as they happen, and brings them to an address that nobody else can reach.
import type { HeardEvent, Listener, Operations } from '../../../sdk/src/api.ts'
import { pause } from '../../lib/scheduling/pause.ts'
import { ApiRefusal } from '../api.ts'
import { type Call, definedFields, type Flag, type Noun, UsageError } from '../command.ts'
import { patience, stopOnSignals } from '../following.ts'
import { readSecret } from '../input.ts'
import { inOneLine, moment, withoutControlCharacters } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'
import { createForwarder, type Forwarded } from './forward.ts'

const flags: Flag[] = [
  {
    name: 'forward',
    value: 'URL',
    description: 'POST each event there, as a subscription would: same headers, same bytes.',
  },
  { name: 'events', value: 'NAME,NAME', many: true, description: 'Only these; all when left out.' },
  {
    name: 'secret',
    value: 'SECRET',
    description: 'Sign with this whsec_… and not with a new one. - reads standard input.',
  },
  workspaceFlag,
]

export const listenNoun: Noun = {
  name: 'listen',
  summary: 'Show events as they happen, and bring them to this machine.',
  commands: [
    {
      words: 'listen',
      summary: 'Show events as they happen, and bring them to this machine, until Ctrl-C.',
      flags,
      more: `It asks the service for events, so it needs no public address and works with a service anywhere. Only what happens while it runs
is heard; nothing of that is lost when the service is away for a while. The secret that signs is shown at the beginning: give it to
the receiver, or give the receiver's own with \`--secret\`. What the receiver does not answer with 2xx within 30 seconds is sent again
after 1, 5 and 30 seconds; later events about the same delivery or contact wait for it. With --json every line is an event with its
headers, its body as a text, and what came of it.`,
      examples: [
        'carillon listen',
        'carillon listen --forward http://localhost:8080/events',
        'carillon listen --events delivery.failed,message.received --json',
      ],
      run: listen,
    },
  ],
}

/** The dev listener of this run. Its `id` changes when the service has ended the previous one. */
interface ListenSession {
  path: string
  id: number
  options: { events?: string[]; secret: string }
}

type EventHandler = (event: HeardEvent) => Promise<void> | void

/** Seconds of one question. */
const WAIT = 25
const A_MOMENT = 1000

async function listen(call: Call): Promise<number> {
  const options = await readSessionOptions(call)
  const url = urlOf(call)
  const workspace = await workspaceOf(call)
  const stop = stopOnSignals()
  // The deprecated path: services of version 0.1 have no other.
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
    throw new UsageError(`--forward takes an address such as http://localhost:8080/events, not "${url}".`)
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
    `Listening to ${options.events?.join(', ') ?? 'all events'} of workspace "${inOneLine(workspace)}"; Ctrl-C ends.`,
  )
  if (url !== undefined) out.note(`Forwarding to ${url}, signed with ${options.secret}`)
}

/** Polls in a loop. Each poll reports the events of the previous one as done; unreported events come again. */
async function follow(call: Call, session: ListenSession, take: EventHandler, stop: AbortSignal): Promise<void> {
  const patiently = patience(call)
  let done: number[] = []
  while (!stop.aborted) {
    const events = await patiently(() => poll(call, session, done, stop))
    if (events === undefined) await pause(A_MOMENT, stop)
    else done = events.map(({ id }) => id)
    for (const event of events ?? []) if (!stop.aborted) await take(event)
  }
}

async function poll(call: Call, session: ListenSession, done: number[], stop: AbortSignal): Promise<HeardEvent[]> {
  try {
    const path = `${session.path}/${session.id}/hear`
    return (await call.api.post<Operations['hear']['answer']>(path, { done, wait: WAIT }, stop)).data
  } catch (error) {
    if (stop.aborted) return []
    if (!(error instanceof ApiRefusal && error.status === 404)) throw error
    const { id } = await begin(call, session.path, session.options)
    session.id = id
    call.out.note('The service had stopped listening for this terminal; what happened in between is not shown.')
    return []
  }
}

async function end(call: Call, session: ListenSession): Promise<void> {
  await call.api
    .remove(`${session.path}/${session.id}`)
    .catch(() => call.out.note('The service could not be told; it stops listening for this terminal within an hour.'))
}

function forwarding(call: Call, url: string, signal: AbortSignal): EventHandler {
  const forwarder = createForwarder({
    url,
    signal,
    onAttempt(event, outcome, again) {
      if (again === undefined) print(call, event, outcome)
      else
        call.out.note(
          `${event.event} ${event.subject}: ${withoutControlCharacters(outcome.reason ?? '')}; again in ${again} s.`,
        )
    },
  })
  return (event) => forwarder.take(event)
}

function print({ out }: Call, event: HeardEvent, forwarded?: Forwarded): void {
  out.stream(forwarded === undefined ? event : { ...event, forwarded }, () => {
    const came = forwarded === undefined ? [] : [cameOf(forwarded)]
    const cells = [moment(event.created_at), event.event, event.subject, ...came, gistOf(event)]
    const style = forwarded?.received === false || event.event === 'delivery.failed' ? 'red' : undefined
    out.line(out.paint(style, cells.map(inOneLine).join('\t').trimEnd()))
  })
}

function cameOf({ received, status, latency_ms, reason }: Forwarded): string {
  return received ? `${status} in ${latency_ms} ms` : `not received: ${reason}`
}

/** Of a body, what a person wants to know at a glance. */
interface Gist {
  delivery?: { status: string; channel: string; template_slug: string; error_message: string | null }
  action?: { slug: string }
  data?: {
    channel?: string
    status?: string
    previous_status?: string | null
    to?: string
    from?: string
    template?: string
    body?: string
    error?: string | null
    automation?: { name: string }
    contact?: { name: string }
  }
}

function gistOf({ body }: HeardEvent): string {
  const { delivery, action, data = {} }: Gist = JSON.parse(body)
  if (delivery) {
    const { status, channel, template_slug, error_message } = delivery
    return joined([action && `"${action.slug}" taken`, status, channel, template_slug, error_message])
  }
  const { channel, status, previous_status, to, from, template, body: said, error, automation, contact } = data
  const change = previous_status === undefined ? undefined : `${previous_status ?? 'new'} → ${status}`
  const ends = [to && `to ${to}`, from && `from ${from}`]
  return joined([change, channel, ...ends, template, automation?.name, contact?.name, said, error])
}

const joined = (parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ')
