// carillon subscription test, events, show-event, attempts and replay: the events of a subscription and their attempts.
import type {
  EventAttempt,
  Operations,
  SubscriptionEvent,
  SubscriptionEventDetail,
  TestEventResult,
} from '../../../sdk/src/api.ts'
import { counted } from '../../lib/text/plural.ts'
import { type Call, type Command, definedFields, idOf, UsageError, wholeNumber } from '../command.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { momentOf } from '../moments.ts'
import { inOneLine, moment, type Style } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'

const colors = {
  waiting: 'yellow',
  sending: 'yellow',
  received: 'green',
  failed: 'red',
  held: 'dim',
} as const satisfies Record<string, Style>

const theId = { name: 'ID', description: 'The id, from "carillon subscription list".' }

export const subscriptionEventCommands: Command[] = [
  {
    words: 'subscription test',
    summary: 'Send an example event now, and show the response. The exit code is 1 if the receiver did not accept it.',
    takes: [theId],
    flags: [
      { name: 'event', value: 'EVENT', description: 'The event. Default: the first event of the subscription.' },
      workspaceFlag,
    ],
    examples: ['carillon subscription test 4', 'carillon subscription test 4 --event delivery.failed --json'],
    run: test,
  },
  {
    words: 'subscription events',
    summary: 'List the events of a subscription in the last 7 days, newest first.',
    takes: [theId],
    flags: [
      {
        name: 'status',
        value: 'STATUS',
        choices: Object.keys(colors),
        description:
          'The status: received, failed (no further attempts), held (recorded while the subscription was disabled), waiting or sending.',
      },
      { name: 'event', value: 'EVENT', description: 'Only this event.' },
      { name: 'delivery', value: 'ID', description: 'Only this delivery.' },
      ...listFlags,
      workspaceFlag,
    ],
    examples: ['carillon subscription events 4', 'carillon subscription events 4 --status failed --all --json'],
    run: events,
  },
  {
    words: 'subscription show-event',
    summary: 'Show one event: its body, and every attempt with the response.',
    takes: [theId, { name: 'ENTRY', description: 'The number of the entry, from "carillon subscription events".' }],
    flags: [workspaceFlag],
    examples: ['carillon subscription show-event 4 9', 'carillon subscription show-event 4 9 --json'],
    run: event,
  },
  {
    words: 'subscription attempts',
    summary: 'List attempts to send events to the receiver, newest first.',
    takes: [theId],
    flags: [...listFlags, workspaceFlag],
    examples: ['carillon subscription attempts 4', 'carillon subscription attempts 4 --limit 10 --json'],
    run: attempts,
  },
  {
    words: 'subscription replay',
    summary: 'Send events again: one event, all events of a period, or all events that were not received.',
    takes: [theId],
    flags: [
      { name: 'failed', description: 'All failed or held events that were not replayed yet.' },
      { name: 'event-id', value: 'EVENT_ID', description: 'Only the event with this id (evt_…).' },
      {
        name: 'since',
        value: 'TIME',
        description: 'Only events recorded at this time or later: 2030-01-31T09:00:00Z, or 2h for two hours ago.',
      },
      { name: 'until', value: 'TIME', description: 'Only events recorded before this time.' },
      workspaceFlag,
    ],
    examples: ['carillon subscription replay 4 --failed', 'carillon subscription replay 4 --since 2h --json'],
    run: replay,
  },
]

async function pathOf(call: Call): Promise<string> {
  const id = idOf(call, 'ID')
  return `${(await workspaceOf(call)).path}/subscriptions/${id}`
}

async function test(call: Call): Promise<number> {
  const result = await call.api.post<TestEventResult>(
    `${await pathOf(call)}/test`,
    definedFields({ event: call.text('event') }),
  )
  const { out } = call
  out.show(result, () => {
    const outcome = result.received ? out.paint('green', 'received') : out.paint('red', 'not received')
    out.line(`${result.event}: ${outcome}, ${result.status ?? 'no response'}, ${result.latency_ms} ms`)
    if (result.reason !== null) out.note(inOneLine(result.reason))
    if (result.excerpt) out.note(inOneLine(result.excerpt))
  })
  return result.received ? 0 : 1
}

async function events(call: Call): Promise<number> {
  const query = { status: call.text('status'), event: call.text('event'), delivery: wholeNumber(call, 'delivery') }
  const page = await listed<SubscriptionEvent>(call, `${await pathOf(call)}/events`, query)
  return showList(
    call,
    page,
    [
      { title: 'entry', cell: ({ id }) => id },
      { title: 'recorded', cell: ({ created_at }) => moment(created_at) },
      { title: 'event', cell: ({ event }) => event },
      { title: 'status', cell: ({ status }) => status, paint: ({ status }) => colors[status] },
      { title: 'attempts', cell: ({ attempts_made }) => attempts_made },
      { title: 'delivery', cell: ({ delivery_id }) => delivery_id },
      { title: 'event id', cell: ({ event_id }) => event_id },
    ],
    'There were no matching events in the last 7 days.',
  )
}

async function event(call: Call): Promise<number> {
  const entry = idOf(call, 'ENTRY')
  const found = await call.api.get<SubscriptionEventDetail>(`${await pathOf(call)}/events/${entry}`)
  const { out } = call
  return out.show(found, () => {
    out.fields([
      ['entry', found.id],
      ['event', found.event],
      ['event id', found.event_id],
      ['dispatch id', found.dispatch_id],
      ['status', found.status],
      ['next attempt', moment(found.next_at)],
    ])
    for (const attempt of found.attempts) out.line(attemptLine(call, attempt))
    out.line(`\n${JSON.stringify(found.body, null, 2)}`)
  })
}

function attemptLine(
  { out }: Call,
  { attempt, started_at, received, status, latency_ms, reason }: EventAttempt,
): string {
  const result = out.paint(received ? 'green' : 'red', String(status ?? 'no response'))
  return `attempt ${attempt}  ${moment(started_at)}  ${result}  ${latency_ms} ms  ${inOneLine(reason)}`.trimEnd()
}

async function attempts(call: Call): Promise<number> {
  const page = await listed<EventAttempt>(call, `${await pathOf(call)}/attempts`)
  return showList(
    call,
    page,
    [
      { title: 'started', cell: ({ started_at }) => moment(started_at) },
      { title: 'event', cell: ({ event }) => event },
      { title: 'attempt', cell: ({ attempt }) => attempt },
      {
        title: 'response',
        cell: ({ status }) => status ?? 'none',
        paint: ({ received }) => (received ? 'green' : 'red'),
      },
      { title: 'ms', cell: ({ latency_ms }) => latency_ms },
      { title: 'reason', cell: ({ reason }) => reason, whole: true },
    ],
    'There are no attempts yet.',
  )
}

async function replay(call: Call): Promise<number> {
  const body = definedFields({
    failed: call.has('failed') ? true : undefined,
    event_id: call.text('event-id'),
    since: momentOf(call, 'since', 'past'),
    until: momentOf(call, 'until', 'past'),
  })
  if (Object.keys(body).length === 0)
    throw new UsageError('Choose the events to replay: --failed, --event-id or --since.')
  const done = await call.api.post<Operations['replayEvents']['answer']>(`${await pathOf(call)}/replay`, body)
  return call.out.show(done, () => call.out.line(`${counted(done.replayed, 'event is', 'events are')} sent again.`))
}
