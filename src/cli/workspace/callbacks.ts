// carillon callbacks: lists the requests to the callback URLs of actions, shows their attempts, and replays a callback.
import type { Callback, CallbackDetail } from '../../../sdk/src/api.ts'
import { type Call, idOf, type Noun, wholeNumber } from '../command.ts'
import { listed, listFlags, modeFlag, showList } from '../lists.ts'
import { inOneLine, moment, type Style } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'

const colors = {
  waiting: 'yellow',
  sending: 'yellow',
  received: 'green',
  failed: 'red',
} as const satisfies Record<string, Style>

const theId = { name: 'ID', description: 'The id, from "carillon callbacks list".' }

export const callbacksNoun: Noun = {
  name: 'callbacks',
  summary: 'Callbacks: requests to the callback URLs of actions.',
  commands: [
    {
      words: 'callbacks list',
      summary: 'List callbacks, newest first.',
      flags: [
        {
          name: 'status',
          value: 'STATUS',
          choices: Object.keys(colors),
          description: 'The status: received, failed (no further attempts), waiting or sending.',
        },
        { name: 'delivery', value: 'ID', description: 'Only this delivery.' },
        modeFlag,
        ...listFlags,
        workspaceFlag,
      ],
      examples: ['carillon callbacks list --status failed', 'carillon callbacks list --delivery 17 --mode test --json'],
      run: list,
    },
    {
      words: 'callbacks show',
      summary: 'Show a callback: its body, and every attempt with the response.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon callbacks show 12', 'carillon callbacks show 12 --json'],
      run: show,
    },
    {
      words: 'callbacks replay',
      summary: 'Send an ended callback again, as a new callback.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon callbacks replay 12', 'carillon callbacks replay 12 --json'],
      run: replay,
    },
  ],
}

async function list(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const query = { mode: call.text('mode'), status: call.text('status'), delivery: wholeNumber(call, 'delivery') }
  const page = await listed<Callback>(call, `${path}/callbacks`, query)
  const hint = call.text('mode') === 'test' ? '' : ' Use --mode test to list callbacks of test keys.'
  return showList(
    call,
    page,
    [
      { title: 'id', cell: ({ id }) => id },
      { title: 'recorded', cell: ({ created_at }) => moment(created_at) },
      { title: 'status', cell: ({ status }) => status, paint: ({ status }) => colors[status] },
      { title: 'attempts', cell: ({ attempts_made }) => attempts_made },
      { title: 'delivery', cell: ({ delivery_id }) => delivery_id },
      { title: 'action', cell: ({ action }) => action },
      { title: 'address', cell: ({ url }) => url },
    ],
    `There are no matching callbacks.${hint}`,
  )
}

async function show(call: Call): Promise<number> {
  const found = await call.api.get<CallbackDetail>(await pathOf(call))
  const { out } = call
  return out.show(found, () => {
    out.fields([
      ['callback', found.id],
      ['delivery', found.delivery_id],
      ['action', found.action],
      ['address', found.url],
      ['dispatch id', found.dispatch_id],
      ['repeats', found.replay_of],
      ['status', found.status],
      ['next attempt', moment(found.next_at)],
    ])
    for (const { attempt, started_at, received, status, latency_ms, reason } of found.attempts) {
      const response = out.paint(received ? 'green' : 'red', String(status ?? 'no response'))
      out.line(
        `attempt ${attempt}  ${moment(started_at)}  ${response}  ${latency_ms} ms  ${inOneLine(reason)}`.trimEnd(),
      )
    }
    out.line(`\n${JSON.stringify(found.body, null, 2)}`)
  })
}

async function replay(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const made = await call.api.post<CallbackDetail>(`${await pathOf(call)}/replay`)
  return call.out.show(made, () => {
    call.out.line(`Callback ${id} is sent again as callback ${made.id}.`)
    call.out.note(`See its status: carillon callbacks show ${made.id}`)
  })
}

async function pathOf(call: Call): Promise<string> {
  const id = idOf(call, 'ID')
  return `${(await workspaceOf(call)).path}/callbacks/${id}`
}
