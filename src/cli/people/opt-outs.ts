// carillon opt-outs: addresses to which a workspace sends no more messages on a channel.
import type { OptOut } from '../../../sdk/src/api.ts'
import { type Call, CommandFailed, definedFields, type Noun, required } from '../command.ts'
import { confirmed, yesFlag } from '../input.ts'
import { listed, listFlags, modeFlag, showList } from '../lists.ts'
import { inOneLine, moment } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'

const channelFlag = {
  name: 'channel',
  value: 'CHANNEL',
  description: 'The channel. Default for a new opt-out: email.',
}

export const optOutsNoun: Noun = {
  name: 'opt-outs',
  summary: 'Addresses that receive no more messages on a channel.',
  commands: [
    {
      words: 'opt-outs list',
      summary: 'List opt-outs, newest first.',
      flags: [
        { name: 'q', value: 'TEXT', description: 'Part of the address.' },
        channelFlag,
        modeFlag,
        ...listFlags,
        workspaceFlag,
      ],
      examples: ['carillon opt-outs list', 'carillon opt-outs list --q @example.com --json'],
      run: list,
    },
    {
      words: 'opt-outs add',
      summary: 'Add an opt-out, for example from the list of another system.',
      takes: [{ name: 'ADDRESS', description: 'The address on the channel.' }],
      flags: [channelFlag, modeFlag, workspaceFlag],
      examples: ['carillon opt-outs add ada@example.com'],
      run: add,
    },
    {
      words: 'opt-outs lift',
      summary: 'Lift an opt-out at the request of the recipient, so that the address receives messages again.',
      takes: [{ name: 'ID|ADDRESS', description: 'The id, from "carillon opt-outs list", or the address.' }],
      flags: [yesFlag, channelFlag, modeFlag, workspaceFlag],
      examples: ['carillon opt-outs lift ada@example.com', 'carillon opt-outs lift 3 --yes'],
      run: lift,
    },
  ],
}

async function list(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const page = await listed<OptOut>(call, `${path}/opt-outs`, {
    q: call.text('q'),
    channel: call.text('channel'),
    mode: call.text('mode'),
  })
  return showList(
    call,
    page,
    [
      { title: 'id', cell: ({ id }) => id },
      { title: 'address', cell: ({ address }) => address },
      {
        title: 'by',
        cell: ({ delivery_id: id }) => (id === null ? 'a member, or the provider' : `the link of delivery ${id}`),
      },
      { title: 'at', cell: ({ at }) => moment(at) },
      { title: 'channel', cell: ({ channel }) => channel },
    ],
    'There are no opt-outs.',
  )
}

async function add(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const body = definedFields({
    address: required(call, 'ADDRESS'),
    channel: call.text('channel'),
    mode: call.text('mode'),
  })
  const saved = await call.api.post<OptOut>(`${path}/opt-outs`, body)
  return call.out.show(saved, () => call.out.line(`${inOneLine(saved.address)} receives no more ${contentOf(saved)}.`))
}

/** Returns the name of the messages that the opt-out blocks, such as `email` or `advertising by whatsapp`. */
function contentOf({ channel, blocks }: OptOut): string {
  if (channel === 'email') return 'email'
  return `${blocks === 'all' ? 'messages' : 'advertising'} by ${channel}`
}

async function lift(call: Call): Promise<number> {
  const subject = required(call, 'ID|ADDRESS')
  const { path } = await workspaceOf(call)
  const id = /^\d+$/.test(subject) ? Number(subject) : await idOfAddress(call, path, subject)
  if (!(await confirmed(call, `Lift the opt-out of ${inOneLine(subject)}?`))) return 1
  await call.api.remove(`${path}/opt-outs/${id}`)
  return call.out.show({ id, lifted: true }, () => call.out.line(`Opt-out ${id} was lifted.`))
}

async function idOfAddress({ api, text }: Call, path: string, address: string): Promise<number> {
  const { data } = await api.rows<OptOut>(`${path}/opt-outs`, {
    address,
    channel: text('channel'),
    mode: text('mode'),
  })
  const found = data[0]
  if (!found) throw new CommandFailed(`${address} has not opted out.`)
  return found.id
}
