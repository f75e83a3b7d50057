// carillon recipients: the people and devices that receive a workspace's messages.
import type { Invitation, StoredRecipient } from '../../../sdk/src/api.ts'
import { addressTable } from '../../channels/addresses.ts'
import { fieldsOf, textOf } from '../../lib/json/json-fields.ts'
import { quietHoursText } from '../../lib/quiet-hours/words.ts'
import { counted } from '../../lib/text/plural.ts'
import { type Call, definedFields, idOf, type Noun } from '../command.ts'
import { confirmed, yesFlag } from '../input.ts'
import { listed, listFlags, modeFlag, showList } from '../lists.ts'
import { moment } from '../output.ts'
import { sourceFlag, sourceOf, workspaceFlag, workspaceOf } from '../places.ts'
import { recipientChangeCommands } from './recipients-change.ts'
import { recipientFileCommands } from './recipients-file.ts'

export const recipientsNoun: Noun = {
  name: 'recipients',
  summary: 'The people and devices that receive messages.',
  commands: [
    {
      words: 'recipients list',
      summary: 'List recipients, newest first.',
      flags: [
        { name: 'q', value: 'TEXT', description: 'Part of a name or an address.' },
        { name: 'tag', value: 'TAG', description: 'Only recipients with this tag.' },
        modeFlag,
        ...listFlags,
        workspaceFlag,
      ],
      examples: ['carillon recipients list --q ada', 'carillon recipients list --tag beta --all --json'],
      run: list,
    },
    {
      words: 'recipients show',
      summary: 'Show a recipient with all addresses.',
      takes: [{ name: 'ID', description: 'The id, from "carillon recipients list".' }],
      flags: [workspaceFlag],
      examples: ['carillon recipients show 4', 'carillon recipients show 4 --json'],
      run: show,
    },
    ...recipientChangeCommands,
    {
      words: 'recipients telegram-link',
      summary: 'Create a link that opens a chat with the bot. The first person who opens it becomes this recipient.',
      takes: [{ name: 'ID', description: 'The id, from "carillon recipients list".' }],
      flags: [
        { ...sourceFlag, description: 'The source of the bot. Required if several sources have a bot.' },
        workspaceFlag,
      ],
      more: 'The command prints only the link on standard output.',
      examples: ['carillon recipients telegram-link 4', 'carillon recipients telegram-link 4 --source Checkout --json'],
      run: telegramLink,
    },
    {
      words: 'recipients delete',
      summary: "Delete a recipient's data. Deliveries stay.",
      takes: [{ name: 'ID', description: 'The id, from "carillon recipients list".' }],
      flags: [yesFlag, workspaceFlag],
      examples: ['carillon recipients delete 4', 'carillon recipients delete 4 --yes'],
      run: remove,
    },
    ...recipientFileCommands,
  ],
}

async function list(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const query = { q: call.text('q'), tag: call.text('tag'), mode: call.text('mode') }
  const page = await listed<StoredRecipient>(call, `${path}/recipients`, query)
  return showList(
    call,
    page,
    [
      { title: 'id', cell: ({ id }) => id },
      { title: 'name', cell: ({ name }) => name },
      {
        title: 'addresses',
        cell: (recipient) =>
          addressesOf(recipient)
            .map(([, address]) => address)
            .join(', '),
      },
      { title: 'locale', cell: ({ locale }) => locale },
      { title: 'tags', cell: ({ tags }) => tags.join(', ') },
    ],
    call.text('mode') === 'test'
      ? 'There are no matching recipients.'
      : 'There are no matching recipients. Use --mode test to list recipients of test keys.',
  )
}

function addressesOf(recipient: StoredRecipient): [string, string][] {
  const values: Record<string, unknown> = { ...recipient }
  return addressTable().all.flatMap(({ channel, field }): [string, string][] => {
    const value = values[field]
    if (Array.isArray(value) && value.length > 0) return [[channel, devicesIn(value)]]
    return typeof value === 'string' ? [[channel, value]] : []
  })
}

/** Returns the number of devices and their kinds, for example "3 devices (web, apns)". */
function devicesIn(devices: unknown[]): string {
  const kinds = devices.flatMap((device) => textOf(fieldsOf(device).kind) ?? [])
  return `${counted(devices.length, 'device')} (${[...new Set(kinds)].join(', ')})`
}

async function show(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const { path } = await workspaceOf(call)
  const recipient = await call.api.get<StoredRecipient>(`${path}/recipients/${id}`)
  return call.out.show(recipient, () =>
    call.out.fields([
      ['id', recipient.id],
      ['name', recipient.name],
      ['mode', recipient.mode],
      ...addressesOf(recipient).map(([name, address]): [string, string] => [
        name,
        name in recipient.unusable ? `${address} (unusable: the provider reported that it no longer exists)` : address,
      ]),
      ['preferred', recipient.preferred_channel],
      ['locale', `${recipient.locale}${recipient.locale_is_default ? ' (default)' : ''}`],
      ['time zone', recipient.time_zone],
      ['quiet hours', recipient.quiet_hours && quietHoursText(recipient.quiet_hours)],
      ['tags', recipient.tags.join(', ')],
      ['metadata', Object.keys(recipient.metadata).length > 0 ? JSON.stringify(recipient.metadata) : ''],
      ['created', moment(recipient.created_at)],
    ]),
  )
}

async function telegramLink(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const { path } = await workspaceOf(call)
  const source = call.has('source') ? (await sourceOf(call)).id : undefined
  const made = await call.api.post<Invitation>(`${path}/recipients/${id}/telegram-link`, definedFields({ source }))
  return call.out.show(made, () => {
    call.out.line(made.url)
    call.out.note(`The link expires at ${moment(made.expires_at)}.`)
  })
}

async function remove(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const { path } = await workspaceOf(call)
  if (!(await confirmed(call, `Delete all data of recipient ${id}?`))) return 1
  await call.api.remove(`${path}/recipients/${id}`)
  return call.out.show({ id, deleted: true }, () => call.out.line(`Recipient ${id} was deleted.`))
}
