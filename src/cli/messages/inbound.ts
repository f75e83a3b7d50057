// The commands `carillon inbound`. They list inbound webhooks and their problems, and apply an inbound webhook again.
import type { InboundRequest, InboundRequestDetail } from '../../../sdk/src/api.ts'
import { type Call, idOf, type Noun } from '../command.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { inOneLine, moment, withoutControlCharacters } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'

const statuses = ['waiting', 'done', 'unreadable', 'set_aside'] as const
const theId = { name: 'ID', description: 'The id, from "carillon inbound list".' }

export const inboundNoun: Noun = {
  name: 'inbound',
  summary: 'Inbound webhooks: the requests that providers send.',
  commands: [
    {
      words: 'inbound list',
      summary: 'List inbound webhooks of the last seven days, newest first.',
      flags: [
        { name: 'status', value: 'STATUS', choices: statuses, description: `${statuses.join(', ')}.` },
        { name: 'channel', value: 'CHANNEL', description: 'Only this channel.' },
        ...listFlags,
        workspaceFlag,
      ],
      more: '"unreadable": parts of the webhook could not be read; the rest was applied. "set_aside": all attempts to apply it failed.',
      examples: ['carillon inbound list --status set_aside', 'carillon inbound list --channel whatsapp --json'],
      run: list,
    },
    {
      words: 'inbound show',
      summary: 'Show an inbound webhook with its original body.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon inbound show 5', 'carillon inbound show 5 --json'],
      run: show,
    },
    {
      words: 'inbound apply',
      summary: 'Apply an unreadable or failed webhook again, after its cause was fixed.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon inbound apply 5'],
      run: apply,
    },
  ],
}

async function list(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const query = { status: call.text('status'), channel: call.text('channel') }
  const page = await listed<InboundRequest>(call, `${path}/inbound-requests`, query)
  return showList(
    call,
    page,
    [
      { title: 'id', cell: ({ id }) => id },
      { title: 'received', cell: ({ received_at }) => moment(received_at) },
      { title: 'status', cell: ({ status }) => status },
      { title: 'channel', cell: ({ channel }) => channel },
      { title: 'source', cell: ({ source_id }) => source_id },
      { title: 'problem', cell: ({ problem }) => problem },
    ],
    'There were no matching webhooks in the last seven days.',
  )
}

async function show(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const { path } = await workspaceOf(call)
  const request = await call.api.get<InboundRequestDetail>(`${path}/inbound-requests/${id}`)
  const { out } = call
  return out.show(request, () => {
    const { channel, source_id, status, received_at, attempts_made, problem, body } = request
    out.line(
      `${inOneLine(channel)} of source ${source_id}, ${moment(received_at)}: ${status}, attempts ${attempts_made}`,
    )
    if (problem !== null) out.line(withoutControlCharacters(problem))
    out.line(`\n${withoutControlCharacters(body)}`)
  })
}

async function apply(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const { path } = await workspaceOf(call)
  const request = await call.api.post<InboundRequest>(`${path}/inbound-requests/${id}/apply`, {})
  return call.out.show(request, () =>
    call.out.line(`Webhook ${id} will be applied again. See the result: carillon inbound show ${id}`),
  )
}
