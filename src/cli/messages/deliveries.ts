// The commands `carillon deliveries`. They list, show, resend, cancel and reschedule messages.
import type { Delivery, Operations } from '../../../sdk/src/api.ts'
import { deliveryStates, statuses } from '../../delivery-states.ts'
import type { Query } from '../api.ts'
import { type Call, type Flag, idOf, type Noun, UsageError, wholeNumber } from '../command.ts'
import { listed, listFlags, modeFlag, showList } from '../lists.ts'
import { momentOf } from '../moments.ts'
import { type Column, moment, type Style } from '../output.ts'
import { sourceFlag, sourceOf, workspaceFlag, workspaceOf } from '../places.ts'
import { tail } from './delivery-tail.ts'
import { showTimeline, type Timeline, waitingWords } from './delivery-timeline.ts'

const filters: Flag[] = [
  { name: 'status', value: 'STATUS', choices: statuses, description: `${statuses.join(', ')}.` },
  {
    name: 'state',
    value: 'STATE',
    description: `One or more states, separated by commas: ${deliveryStates.join(', ')}. failed excludes cancelled deliveries.`,
  },
  { name: 'channel', value: 'CHANNEL', description: 'Only this channel.' },
  { name: 'recipient', value: 'ID', description: 'Only this recipient.' },
  { name: 'template', value: 'SLUG', description: 'Only this template.' },
  { name: 'category', value: 'SLUG', description: 'Only messages of this category.' },
  { name: 'reason', value: 'REASON', description: 'Only this machine-readable reason of a failure.' },
  { name: 'tag', value: 'TAG', description: 'Only recipients with this tag.' },
  { name: 'words', value: 'WORDS', description: 'Words that the subject or text contains. All of them must occur.' },
  { name: 'q', value: 'TEXT', description: "Part of the recipient's name or address, or the id of a delivery." },
  { ...sourceFlag, description: 'Only this source.' },
  modeFlag,
]
const theId = { name: 'ID', description: 'The id of the delivery.' }

export const deliveriesNoun: Noun = {
  name: 'deliveries',
  summary: 'Deliveries: list, follow, resend and cancel.',
  commands: [
    {
      words: 'deliveries list',
      summary: 'List deliveries, newest first.',
      flags: [
        ...filters,
        {
          name: 'since',
          value: 'TIME',
          description:
            'Only deliveries accepted at this time or later: 2030-01-31T09:00:00Z, or 2h for two hours ago (s, m, h, d).',
        },
        { name: 'until', value: 'TIME', description: 'Only deliveries accepted before this time.' },
        ...listFlags,
        workspaceFlag,
      ],
      examples: [
        'carillon deliveries list --status failed --since 1d',
        'carillon deliveries list --mode test --channel email --all --json',
      ],
      run: list,
    },
    {
      words: 'deliveries show',
      summary: 'Show a delivery with its content, its attempts and their reasons, the remedy, and its history.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon deliveries show 17', 'carillon deliveries show 17 --json'],
      run: show,
    },
    {
      words: 'deliveries tail',
      summary: 'Follow new deliveries and changes of their status, until Ctrl-C.',
      flags: [
        ...filters,
        { name: 'lines', value: 'N', description: 'Number of the newest deliveries to show first. Default: 10.' },
        workspaceFlag,
      ],
      more: `Changes of the 100 newest deliveries appear within a second, and changes of the 1,000 newest within five
seconds. If a delivery changes faster, only its latest status appears. With --json, every line is a JSON object.`,
      examples: ['carillon deliveries tail', 'carillon deliveries tail --status failed --mode test --json'],
      run: async (call) => {
        const { path } = await workspaceOf(call)
        return tail(call, path, await queryOf(call), columns)
      },
    },
    {
      words: 'deliveries resend',
      summary: 'Send a delivery again after it has ended. The new delivery is charged separately.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon deliveries resend 17', 'carillon deliveries resend 17 --json'],
      run: resend,
    },
    {
      words: 'deliveries cancel',
      summary: 'Cancel a pending delivery and refund it.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon deliveries cancel 17'],
      run: cancel,
    },
    {
      words: 'deliveries close',
      summary: 'Close an open digest, so that its messages are sent now.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon deliveries close 17'],
      run: close,
    },
    {
      words: 'deliveries send-now',
      summary: 'Send a delivery that waits for quiet hours to end.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon deliveries send-now 17'],
      run: sendNow,
    },
    {
      words: 'deliveries move',
      summary: 'Reschedule a delivery before its first attempt.',
      takes: [theId],
      flags: [
        {
          name: 'scheduled-for',
          value: 'TIME',
          description: 'The new time: 2030-01-31T09:00:00Z, or +2h for two hours from now (s, m, h, d).',
        },
        workspaceFlag,
      ],
      examples: [
        'carillon deliveries move 17 --scheduled-for 2030-01-31T09:00:00+01:00',
        'carillon deliveries move 17 --scheduled-for +2h',
      ],
      run: move,
    },
  ],
}

const colors: Record<string, Style> = {
  queued: 'yellow',
  sending: 'yellow',
  sent: 'green',
  delivered: 'green',
  read: 'green',
  failed: 'red',
}

const columns: Column<Delivery>[] = [
  { title: 'id', cell: ({ id }) => id },
  { title: 'accepted', cell: ({ created_at }) => moment(created_at) },
  { title: 'status', cell: ({ status }) => status, paint: ({ status }) => colors[status] },
  { title: 'channel', cell: ({ channel }) => channel },
  { title: 'to', cell: ({ address }) => address },
  { title: 'template', cell: ({ template_slug }) => template_slug },
  {
    title: 'reason',
    cell: (delivery) => waitingWords(delivery) ?? delivery.error_message ?? scheduleWords(delivery),
  },
]

function scheduleWords({ status, scheduled_for }: Delivery): string {
  return status === 'queued' && scheduled_for ? `for ${moment(scheduled_for)}` : ''
}

async function list(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const query = {
    ...(await queryOf(call)),
    since: momentOf(call, 'since', 'past'),
    until: momentOf(call, 'until', 'past'),
  }
  const page = await listed<Delivery>(call, `${path}/deliveries`, query)
  const hint = call.text('mode') === 'test' ? '' : ' Use --mode test to list deliveries of test keys.'
  return showList(call, page, columns, `There are no matching deliveries.${hint}`)
}

async function queryOf(call: Call): Promise<Query> {
  return {
    mode: call.text('mode'),
    status: call.text('status'),
    state: call.text('state'),
    reason: call.text('reason'),
    tag: call.text('tag'),
    words: call.text('words'),
    channel: call.text('channel'),
    recipient: wholeNumber(call, 'recipient'),
    template: call.text('template'),
    category: call.text('category'),
    q: call.text('q'),
    source: call.has('source') ? (await sourceOf(call)).id : undefined,
  }
}

async function show(call: Call): Promise<number> {
  const timeline = await call.api.get<Timeline>(await pathOf(call))
  return call.out.show(timeline, () => showTimeline(call.out, timeline, colors[timeline.status]))
}

async function resend(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const made = await call.api.post<Operations['resendDelivery']['answer']>(`${await pathOf(call)}/resend`)
  return call.out.show(made, () => {
    call.out.line(`Delivery ${id} is sent again as delivery ${made.delivery_id}.`)
    call.out.note(`See its status: carillon deliveries show ${made.delivery_id}`)
  })
}

async function cancel(call: Call): Promise<number> {
  const ended = await call.api.post<Timeline>(`${await pathOf(call)}/cancel`)
  const refunded = ended.refunded ? ' and refunded' : ''
  return call.out.show(ended, () => call.out.line(`Delivery ${ended.id} was cancelled${refunded}.`))
}

async function close(call: Call): Promise<number> {
  const closed = await call.api.post<Timeline>(`${await pathOf(call)}/digest/close`)
  return call.out.show(closed, () =>
    call.out.line(
      `The digest ${closed.id} was closed. Its messages are sent as one message, now or after quiet hours.`,
    ),
  )
}

async function sendNow(call: Call): Promise<number> {
  const sent = await call.api.post<Timeline>(`${await pathOf(call)}/send-now`)
  return call.out.show(sent, () => call.out.line(`Delivery ${sent.id} no longer waits for quiet hours.`))
}

async function move(call: Call): Promise<number> {
  if (!call.has('scheduled-for'))
    throw new UsageError('Give the new time: --scheduled-for 2030-01-31T09:00:00Z, or +2h.')
  const body = { scheduled_for: momentOf(call, 'scheduled-for', 'future') }
  const moved = await call.api.patch<Timeline>(await pathOf(call), body)
  return call.out.show(moved, () =>
    call.out.line(`Delivery ${moved.id} will be sent at ${moment(moved.scheduled_for)}.`),
  )
}

async function pathOf(call: Call): Promise<string> {
  const id = idOf(call, 'ID')
  return `${(await workspaceOf(call)).path}/deliveries/${id}`
}
