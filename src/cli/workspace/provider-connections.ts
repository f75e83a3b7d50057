// carillon connection providers and add: several connections of one channel, in their order.
import type { ProviderConnection, ProviderConnectionKept } from '../../../sdk/src/api.ts'
import { type Call, CommandFailed, type Noun, required } from '../command.ts'
import { readObject } from '../input.ts'
import { inOneLine, moment } from '../output.ts'
import { sourceFlag, sourceOf, workspaceFlag } from '../places.ts'
import { type ChannelDescription, channelOf, settingsFrom } from './connection-settings.ts'

const theChannel = { name: 'CHANNEL', says: 'Such as email; connection channels lists them.' }

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
    takes: [theChannel, { name: 'NAME=VALUE', says: 'A setting.', optional: true, many: true }],
    flags: [
      { name: 'provider', value: 'NAME', says: "The channel's first provider by default." },
      { name: 'settings', value: 'FILE', says: 'All settings as a JSON object; - reads standard input.' },
      workspaceFlag,
      sourceFlag,
    ],
    more: 'Values are read as by carillon connection set: - from standard input, @FILE from a file.',
    examples: ['printenv BACKUP_SMTP_URL | carillon connection add email url=- from="Shop <hello@shop.example>"'],
    run: add,
  },
]

async function list(call: Call): Promise<number> {
  const { path } = await placeOf(call)
  const answer = await call.api.get<{ data: ProviderConnection[] }>(path)
  return call.out.show(answer, () =>
    call.out.table(
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
  const given = call.all('NAME=VALUE')
  const file = call.text('settings')
  const { channel, path } = await placeOf(call)
  const provider = providerNamed(channel, call.text('provider'))
  const typed = await settingsFrom({ ...channel, settings: provider.settings }, given, undefined)
  const settings = file === undefined ? typed : { ...(await readObject(file)), ...typed }
  const added = await call.api.post<ProviderConnectionKept>(path, { provider: provider.name, settings })
  return call.out.show(added, () => {
    call.out.line(`The connection ${added.id} to ${added.title} was added as number ${added.position}.`)
    for (const said of added.found) call.out.line(inOneLine(said))
    for (const [setting, said] of Object.entries(added.problems))
      call.out.note(inOneLine(`${setting}: ${said.join(', ')}`))
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

async function placeOf(call: Call): Promise<{ channel: ChannelDescription; path: string }> {
  const channel = await channelOf(call.api, required(call, 'CHANNEL'))
  const source = await sourceOf(call)
  return { channel, path: `${source.path}/connections/${channel.name}/providers` }
}
