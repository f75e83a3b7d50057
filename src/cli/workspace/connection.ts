// carillon connection: the credentials and settings of a source for its channels.
import type { Connection, ConnectionCheck, ConnectionKept, ProviderConnection } from '../../../sdk/src/api.ts'
import { ApiRefusal } from '../api.ts'
import { type Call, idOf, type Noun, required } from '../command.ts'
import { confirmed, yesFlag } from '../input.ts'
import { type Cell, inOneLine, moment } from '../output.ts'
import { sourceFlag, sourceOf, workspaceFlag } from '../places.ts'
import {
  type ChannelDescription,
  channelOf,
  connectionOf,
  printCheckResult,
  readSettingsInput,
  secretsHint,
  theChannel,
} from './connection-settings.ts'
import { testCommands } from './connection-test.ts'
import { providerCommands } from './provider-connections.ts'

const places = [workspaceFlag, sourceFlag]

export const connectionNoun: Noun = {
  name: 'connection',
  summary: 'Connections: the credentials of a source for its channels.',
  commands: [
    {
      words: 'connection channels',
      summary: 'List the channels, or the settings of one channel.',
      takes: [{ ...theChannel, description: 'Show the settings of this channel.', optional: true }],
      examples: ['carillon connection channels', 'carillon connection channels email'],
      run: channels,
    },
    {
      words: 'connection list',
      summary: "List a source's connections.",
      flags: places,
      examples: ['carillon connection list', 'carillon connection list --source Checkout --json'],
      run: list,
    },
    {
      words: 'connection set',
      summary: 'Connect a channel, or change its settings. A paused connection is resumed.',
      takes: [
        theChannel,
        {
          name: 'NAME=VALUE',
          description: 'A setting. All other settings stay unchanged.',
          optional: true,
          many: true,
        },
      ],
      flags: [
        { name: 'settings', value: 'FILE', description: 'All settings as JSON. Use - to read standard input.' },
        ...places,
      ],
      more: `Do not type secrets on the command line, because the shell stores the command line in its history. Use -
as the value to read standard input (hidden on a terminal), or @FILE to read a file. Write @@ for a value that begins
with @. An empty value removes an optional setting. A dot separates the names of nested settings. --settings removes
settings that are not in the file, but it keeps stored secrets. If a command changes the destination of messages, for
example api_base, it must contain the secrets again.`,
      examples: [
        'carillon connection set email host=smtp.example.com user=hello password=- from="Shop <hello@shop.example>"',
        'printenv SMTP_URL | carillon connection set email url=- from="Shop <hello@shop.example>"',
        'carillon connection set email dkim.domain=shop.example dkim.selector=s1 dkim.private_key=@dkim.pem',
        'carillon connection set telegram --settings telegram.json --source Checkout',
      ],
      run: set,
    },
    {
      words: 'connection show',
      summary: 'Show a connection. Secrets are shown as dots.',
      takes: [theChannel],
      flags: places,
      examples: ['carillon connection show email', 'carillon connection show email --json'],
      run: show,
    },
    {
      words: 'connection check',
      summary: 'Check the settings with the provider, without sending a message. The exit code is 1 if a check fails.',
      takes: [theChannel],
      flags: places,
      examples: ['carillon connection check email', 'carillon connection check telegram --source Checkout --json'],
      run: check,
    },
    {
      words: 'connection resume',
      summary: 'Resume a paused connection and send its pending messages.',
      takes: [theChannel],
      flags: places,
      examples: ['carillon connection resume email'],
      run: resume,
    },
    {
      words: 'connection delete',
      summary: 'Delete the first connection of a channel, or one of several, with its credentials.',
      takes: [
        theChannel,
        {
          name: 'ID',
          description: 'Delete only this connection. See "carillon connection providers".',
          optional: true,
        },
      ],
      flags: [yesFlag, ...places],
      examples: ['carillon connection delete telegram --yes', 'carillon connection delete email 12'],
      run: remove,
    },
    ...testCommands,
    ...providerCommands,
  ],
}

async function channels(call: Call): Promise<number> {
  const { api, out } = call
  if (!call.has('CHANNEL')) {
    const answer = await api.get<{ data: ChannelDescription[] }>('/channels')
    return out.show(answer, () =>
      out.table(
        [
          { title: 'channel', cell: ({ name }) => name },
          { title: 'title', cell: ({ title }) => title },
          { title: 'settings', cell: ({ settings }) => (settings ? Object.keys(settings.properties).join(', ') : '–') },
        ],
        answer.data,
      ),
    )
  }
  const channel = await channelOf(api, required(call, 'CHANNEL'))
  return out.show(channel, () => {
    if (!channel.settings)
      return out.line(`${channel.title} cannot be connected in this version. It works only with test keys.`)
    const { properties, required: needed = [] } = channel.settings
    out.table(
      [
        { title: 'setting', cell: ([name]) => name },
        { title: 'required', cell: ([name]) => (needed.includes(name) ? 'required' : 'optional') },
        { title: 'secret', cell: ([, { secret }]) => (secret ? 'secret' : '') },
        { title: 'description', cell: ([, { description }]) => description, whole: true },
      ],
      Object.entries(properties),
    )
  })
}

async function list(call: Call): Promise<number> {
  const { path } = await sourceOf(call)
  const answer = await call.api.get<{ data: Connection[] }>(`${path}/connections`)
  return call.out.show(answer, () => {
    if (answer.data.length === 0)
      return call.out.note('There are no connections yet. Connect a channel: carillon connection set --help')
    call.out.table(
      [
        { title: 'channel', cell: ({ channel }) => channel },
        { title: 'state', cell: stateOf, paint: ({ paused }) => (paused ? 'red' : 'green') },
        { title: 'reason', cell: ({ pause_reason }) => pause_reason },
        { title: 'changed', cell: ({ updated_at }) => moment(updated_at) },
      ],
      answer.data,
    )
  })
}

function stateOf({ paused, paused_until }: Connection): string {
  if (!paused) return 'active'
  return paused_until === null ? 'paused until it is fixed' : `paused until ${moment(paused_until)}`
}

async function set(call: Call): Promise<number> {
  const { api, out } = call
  const { channel, path } = await connectionOf(call)
  const settings = await readSettingsInput(call, channel.settings, () =>
    api.get<Connection>(path).catch(undefinedWhenNotFound),
  )
  const saved = await api.put<ConnectionKept>(path, { settings }).catch((error: unknown) => {
    if (error instanceof ApiRefusal)
      error.hint = secretsHint(channel, call.all('NAME=VALUE'), Object.keys(error.body.details ?? {}))
    throw error
  })
  return out.show(saved, () => {
    out.line(`${channel.title} is connected.`)
    printCheckResult(call, saved)
    out.note(`Check the connection: carillon connection check ${channel.name}`)
  })
}

/** Returns undefined for a channel without a connection. */
function undefinedWhenNotFound(error: unknown): undefined {
  if (!(error instanceof ApiRefusal && error.status === 404)) throw error
}

async function show(call: Call): Promise<number> {
  const { path } = await connectionOf(call)
  const connection = await call.api.get<Connection>(path)
  return call.out.show(connection, () =>
    call.out.fields([
      ['channel', connection.channel],
      ['state', stateOf(connection)],
      ['reason', connection.pause_reason],
      ...Object.entries(connection.settings).map(([name, value]): [string, Cell] => [name, textOf(value)]),
      ['changed', moment(connection.updated_at)],
    ]),
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

async function check(call: Call): Promise<number> {
  const { channel, path } = await connectionOf(call)
  const found = await call.api.post<ConnectionCheck>(`${path}/check`)
  const { out } = call
  out.show(found, () => {
    for (const finding of found.found) out.line(`${out.paint('green', 'ok  ')} ${inOneLine(finding)}`)
    for (const [setting, finding] of Object.entries(found.problems))
      for (const problem of finding)
        out.line(`${out.paint('red', 'fail')} ${inOneLine(setting)}: ${inOneLine(problem)}`)
    if (found.paused) out.line(`${out.paint('red', 'fail')} paused: ${inOneLine(found.pause_reason)}`)
    if (found.ok) out.line(`${channel.title} works.`)
    else if (found.paused) out.note(`After you fixed the problem: carillon connection resume ${channel.name}`)
  })
  return found.ok ? 0 : 1
}

async function resume(call: Call): Promise<number> {
  const { channel, path } = await connectionOf(call)
  await call.api.post(`${path}/resume`)
  return call.out.show({ channel: channel.name, paused: false }, () => call.out.line(`${channel.title} was resumed.`))
}

async function remove(call: Call): Promise<number> {
  const { channel, path, source } = await connectionOf(call)
  const id = call.has('ID') ? idOf(call, 'ID') : undefined
  const { name, after } =
    id === undefined
      ? await defaultTarget(call, channel, path)
      : { name: `${channel.name} connection ${id}`, after: '' }
  if (!(await confirmed(call, `Delete the ${name} of ${inOneLine(source.name)}?${after}`))) return 1
  await call.api.remove(id === undefined ? path : `${path}/providers/${id}`)
  return call.out.show({ channel: channel.name, id, deleted: true }, () =>
    call.out.line(`The ${name} was deleted.${after}`),
  )
}

/** Describes the connections that a request without ID deletes, and the connection that then becomes the first. */
async function defaultTarget({ api }: Call, { name, several }: ChannelDescription, path: string) {
  const { data } = await api.get<{ data: ProviderConnection[] }>(`${path}/providers`)
  const [first, next] = data
  if (!first || !next) return { name: `${name} connection`, after: '' }
  if (!several) return { name: `${name} connection (${data.map(({ provider }) => provider).join(' and ')})`, after: '' }
  return { name: `first ${name} connection (${first.id})`, after: ` Messages then use connection ${next.id}.` }
}
