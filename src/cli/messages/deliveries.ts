// carillon deliveries: looking through messages, and what may be done to one.
import type { Delivery, Operations } from '../../../sdk/src/api.ts'
import { statuses } from '../../delivery-states.ts'
import type { Query } from '../api.ts'
import { type Call, type Flag, idOf, type Noun, UsageError, wholeNumber } from '../command.ts'
import { listed, listFlags, modeFlag, showList } from '../lists.ts'
import { momentOf } from '../moments.ts'
import { type Column, moment, type Style } from '../output.ts'
import { sourceFlag, sourceOf, workspaceFlag, workspaceOf } from '../places.ts'
import { tail } from './delivery-tail.ts'
import { showTimeline, type Timeline } from './delivery-timeline.ts'

const filters: Flag[] = [
  { name: 'status', value: 'STATUS', choices: statuses, description: `${statuses.join(', ')}.` },
  { name: 'channel', value: 'CHANNEL', description: 'On this channel.' },
  { name: 'recipient', value: 'ID', description: 'To this person.' },
  { name: 'template', value: 'SLUG', description: 'Made with this template.' },
  { name: 'q', value: 'TEXT', description: "Part of the recipient's name or address, or a delivery's number." },
  { ...sourceFlag, description: 'Sent by this source.' },
  modeFlag,
]
const theId = { name: 'ID', description: "The delivery's number." }

export const deliveriesNoun: Noun = {
  name: 'deliveries',
  summary: 'Messages: what became of them, live too, and again.',
  commands: [
    {
      words: 'deliveries list',
      summary: 'Look through deliveries, newest first.',
      flags: [
        ...filters,
        {
          name: 'since',
          value: 'TIME',
          description: 'Accepted then or later: 2030-01-31T09:00:00Z, or 2h (s, m, h, d) ago.',
        },
        { name: 'until', value: 'TIME', description: 'Accepted before then.' },
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
      summary: "Show a delivery's whole story: content, every attempt with its reason, what to do now, history.",
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon deliveries show 17', 'carillon deliveries show 17 --json'],
      run: show,
    },
    {
      words: 'deliveries tail',
      summary: 'Follow deliveries as they are accepted and change, until Ctrl-C.',
      flags: [
        ...filters,
        { name: 'lines', value: 'N', description: 'Begin with so many of the newest; 10 when left out.' },
        workspaceFlag,
      ],
      more: `Changes of the 100 newest are seen within a second, of the 1,000 newest within five; of a delivery that changes faster,
the state it has then. With --json every line is a JSON object.`,
      examples: ['carillon deliveries tail', 'carillon deliveries tail --status failed --mode test --json'],
      run: async (call) => {
        const { path } = await workspaceOf(call)
        return tail(call, path, await queryOf(call), columns)
      },
    },
    {
      words: 'deliveries resend',
      summary: 'Send an ended delivery again, as a new one that is charged anew.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon deliveries resend 17', 'carillon deliveries resend 17 --json'],
      run: resend,
    },
    {
      words: 'deliveries cancel',
      summary: 'End a delivery that waits, and pay it back.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon deliveries cancel 17'],
      run: cancel,
    },
    {
      words: 'deliveries move',
      summary: 'Move a delivery that waits for its first try.',
      takes: [theId],
      flags: [
        {
          name: 'scheduled-for',
          value: 'TIME',
          description: 'When: 2030-01-31T09:00:00Z, or +2h (s, m, h, d) from now.',
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
    title: 'why',
    cell: ({ status, error_message, scheduled_for }) =>
      error_message ?? (status === 'queued' && scheduled_for ? `for ${moment(scheduled_for)}` : ''),
  },
]

async function list(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const query = {
    ...(await queryOf(call)),
    since: momentOf(call, 'since', 'past'),
    until: momentOf(call, 'until', 'past'),
  }
  const page = await listed<Delivery>(call, `${path}/deliveries`, query)
  const hint = call.text('mode') === 'test' ? '' : ' What test keys sent: --mode test'
  return showList(call, page, columns, `No such delivery.${hint}`)
}

async function queryOf(call: Call): Promise<Query> {
  return {
    mode: call.text('mode'),
    status: call.text('status'),
    channel: call.text('channel'),
    recipient: wholeNumber(call, 'recipient'),
    template: call.text('template'),
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
    call.out.line(`Delivery ${id} is sent again, as delivery ${made.delivery_id}.`)
    call.out.note(`What becomes of it: carillon deliveries show ${made.delivery_id}`)
  })
}

async function cancel(call: Call): Promise<number> {
  const ended = await call.api.post<Timeline>(`${await pathOf(call)}/cancel`)
  const paid = ended.refunded ? ' and paid back' : ''
  return call.out.show(ended, () => call.out.line(`Delivery ${ended.id} was cancelled${paid}.`))
}

async function move(call: Call): Promise<number> {
  if (!call.has('scheduled-for')) throw new UsageError('Say when: --scheduled-for 2030-01-31T09:00:00Z, or +2h.')
  const body = { scheduled_for: momentOf(call, 'scheduled-for', 'future') }
  const moved = await call.api.patch<Timeline>(await pathOf(call), body)
  return call.out.show(moved, () => call.out.line(`Delivery ${moved.id} is sent at ${moment(moved.scheduled_for)}.`))
}

async function pathOf(call: Call): Promise<string> {
  const id = idOf(call, 'ID')
  return `${(await workspaceOf(call)).path}/deliveries/${id}`
}
