// carillon connection providers, add and order: several connections of one channel, in their order.
import type { ProviderConnection, ProviderConnectionKept } from '../../../sdk/src/api.ts'
import { type Call, CommandFailed, idsOf, type Noun } from '../command.ts'
import { inOneLine, moment } from '../output.ts'
import { sourceFlag, workspaceFlag } from '../places.ts'
import { type ChannelDescription, connectionOf, readSettingsInput, showAnnounced } from './connection-settings.ts'

const theChannel = { name: 'CHANNEL', description: 'Such as email; connection channels lists them.' }

export const providerCommands: Noun['commands'] = [
  {
    words: 'connection providers',
    summary: "List a channel's connections in their order; the first is used.",
    takes: [theChannel],
    flags: [workspaceFlag, sourceFlag],
    examples: ['carillon connection providers email', 'carillon connection providers email --json'],
    run: list,
  },
  {
    words: 'connection add',
    summary: 'Add a connection to a channel as the last in order.',
    takes: [theChannel, { name: 'NAME=VALUE', description: 'A setting.', optional: true, many: true }],
    flags: [
      { name: 'provider', value: 'NAME', description: "The channel's first provider by default." },
      { name: 'settings', value: 'FILE', description: 'All settings as a JSON object; - reads standard input.' },
      workspaceFlag,
      sourceFlag,
    ],
    more: 'Values are read as by carillon connection set: - from standard input, @FILE from a file.',
    examples: ['printenv BACKUP_SMTP_URL | carillon connection add email url=- from="Shop <hello@shop.example>"'],
    run: add,
  },
  {
    words: 'connection order',
    summary: "Change the order of a channel's connections; the first is used.",
    takes: [theChannel, { name: 'ID', description: 'The number of each connection of the channel.', many: true }],
    flags: [workspaceFlag, sourceFlag],
    examples: ['carillon connection order email 12 4'],
    run: order,
  },
]

async function list(call: Call): Promise<number> {
  const { path } = await connectionOf(call)
  return show(call, await call.api.get<Listed>(`${path}/providers`))
}

async function order(call: Call): Promise<number> {
  const { path } = await connectionOf(call)
  return show(call, await call.api.put<Listed>(`${path}/providers/order`, { order: idsOf(call, 'ID') }))
}

interface Listed {
  data: ProviderConnection[]
}

function show({ out }: Call, answer: Listed): number {
  return out.show(answer, () =>
    out.table(
      [
        { title: 'order', cell: ({ position }) => position },
        { title: 'id', cell: ({ id }) => id },
        { title: 'provider', cell: ({ provider }) => provider },
        { title: 'settings', cell: ({ settings }) => inOneLine(JSON.stringify(settings)) },
        { title: 'changed', cell: ({ updated_at }) => moment(updated_at) },
      ],
      answer.data,
    ),
  )
}

async function add(call: Call): Promise<number> {
  const { channel, path } = await connectionOf(call)
  const { name: provider, settings: schema } = providerNamed(channel, call.text('provider'))
  const settings = await readSettingsInput(call, schema, async () => undefined)
  const added = await call.api.post<ProviderConnectionKept>(`${path}/providers`, { provider, settings })
  return call.out.show(added, () => {
    call.out.line(`The connection ${added.id} to ${added.title} was added as number ${added.position}.`)
    showAnnounced(call, added)
  })
}

function providerNamed(
  { title, providers }: ChannelDescription,
  name: string | undefined,
): ChannelDescription['providers'][number] {
  const found = name === undefined ? providers[0] : providers.find((provider) => provider.name === name)
  if (found) return found
  throw new CommandFailed(
    `${title} has no provider "${name}". There are ${providers.map((one) => one.name).join(', ')}.`,
  )
}
