// carillon connection providers, add and order: the ordered connections of a channel.
import type { ProviderConnection, ProviderConnectionKept } from '../../../sdk/src/api.ts'
import { type Call, CommandFailed, idsOf, type Noun } from '../command.ts'
import { inOneLine, moment } from '../output.ts'
import { sourceFlag, workspaceFlag } from '../places.ts'
import {
  type ChannelDescription,
  connectionOf,
  printCheckResult,
  readSettingsInput,
  theChannel,
} from './connection-settings.ts'

export const providerCommands: Noun['commands'] = [
  {
    words: 'connection providers',
    summary: "List a channel's connections in their order. The first available connection is used.",
    takes: [theChannel],
    flags: [workspaceFlag, sourceFlag],
    examples: ['carillon connection providers email', 'carillon connection providers email --json'],
    run: list,
  },
  {
    words: 'connection add',
    summary: "Add a connection at the end of a channel's order.",
    takes: [theChannel, { name: 'NAME=VALUE', description: 'A setting.', optional: true, many: true }],
    flags: [
      { name: 'provider', value: 'NAME', description: "The provider. Default: the channel's first provider." },
      { name: 'settings', value: 'FILE', description: 'All settings as a JSON object. Use - to read standard input.' },
      workspaceFlag,
      sourceFlag,
    ],
    more: 'Use - as a value to read standard input, or @FILE to read a file, as in "carillon connection set".',
    examples: ['printenv BACKUP_SMTP_URL | carillon connection add email url=- from="Shop <hello@shop.example>"'],
    run: add,
  },
  {
    words: 'connection order',
    summary: "Change the order of a channel's connections. The first available connection is used.",
    takes: [
      theChannel,
      { name: 'ID', description: 'The ids of all connections of the channel, in the new order.', many: true },
    ],
    flags: [workspaceFlag, sourceFlag],
    examples: ['carillon connection order email 12 4'],
    run: order,
  },
]

async function list(call: Call): Promise<number> {
  const { path } = await connectionOf(call)
  return show(call, await call.api.get<ProviderList>(`${path}/providers`))
}

async function order(call: Call): Promise<number> {
  const { path } = await connectionOf(call)
  return show(call, await call.api.put<ProviderList>(`${path}/providers/order`, { order: idsOf(call, 'ID') }))
}

const states = { paused: 'paused', failing: 'not working' }

interface ProviderList {
  data: ProviderConnection[]
}

function show({ out }: Call, answer: ProviderList): number {
  return out.show(answer, () => {
    out.table(
      [
        { title: 'order', cell: ({ position }) => position },
        { title: 'id', cell: ({ id }) => id },
        { title: 'provider', cell: ({ provider }) => provider },
        { title: 'state', cell: ({ unavailable }) => (unavailable ? states[unavailable.state] : 'available') },
        { title: 'settings', cell: ({ settings }) => inOneLine(JSON.stringify(settings)) },
        { title: 'changed', cell: ({ updated_at }) => moment(updated_at) },
      ],
      answer.data,
    )
    for (const { id, unavailable } of answer.data) {
      if (!unavailable) continue
      out.note(`Connection ${id} ${unavailableText(unavailable)}`)
    }
  })
}

/** Returns the rest of a sentence that begins with the connection, and the remedy. */
function unavailableText({ since, reason, remedy }: NonNullable<ProviderConnection['unavailable']>): string {
  const began = since === null ? 'is not used' : `has not been used since ${moment(since)}`
  return `${began}${reason === null ? '' : `: ${inOneLine(reason)}`}. ${inOneLine(remedy)}`
}

async function add(call: Call): Promise<number> {
  const { channel, path } = await connectionOf(call)
  const { name: provider, settings: schema } = findProvider(channel, call.text('provider'))
  const settings = await readSettingsInput(call, schema, async () => undefined)
  const added = await call.api.post<ProviderConnectionKept>(`${path}/providers`, { provider, settings })
  return call.out.show(added, () => {
    call.out.line(`The connection ${added.id} to ${added.title} was added as number ${added.position}.`)
    printCheckResult(call, added)
  })
}

function findProvider(
  { title, providers }: ChannelDescription,
  name: string | undefined,
): ChannelDescription['providers'][number] {
  const found = name === undefined ? providers[0] : providers.find((provider) => provider.name === name)
  if (found) return found
  throw new CommandFailed(
    `${title} has no provider "${name}". Its providers are ${providers.map((provider) => provider.name).join(', ')}.`,
  )
}
