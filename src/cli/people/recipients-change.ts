// carillon recipients create and update: the fields of one recipient.
import type { StoredRecipient } from '../../../sdk/src/api.ts'
import { type Call, type Command, definedFields, type Flag, idOf, pairs, required, UsageError } from '../command.ts'
import { hoursOf } from '../hours.ts'
import { modeFlag } from '../lists.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'
import { addressFlags } from './address-flags.ts'

const preferredFlag: Flag = {
  name: 'preferred-channel',
  value: 'CHANNEL',
  description: 'The channel for send requests that do not contain a channel.',
}
const localeFlag: Flag = { name: 'locale', value: 'LOCALE', description: 'The language of messages, such as en.' }

const hoursFlags: Flag[] = [
  { name: 'time-zone', value: 'ZONE', description: 'The time zone of the recipient, such as Europe/Rome.' },
  {
    name: 'quiet-hours',
    value: 'FROM-TO',
    description: 'The hours in which messages wait, such as 22:00-08:00 or "22:00-08:00 Europe/Rome".',
  },
]

/** The flag and the field of each value that an update can clear. The word `none` clears the value. */
const clearable = [...addressFlags, preferredFlag, ...hoursFlags].map(({ name }): [string, string] => [
  name,
  name.replaceAll('-', '_'),
])

export const recipientChangeCommands: Command[] = [
  {
    words: 'recipients create',
    summary: 'Create a recipient.',
    takes: [{ name: 'NAME', description: 'The name of the recipient.' }],
    flags: [
      ...addressFlags,
      localeFlag,
      preferredFlag,
      ...hoursFlags,
      { name: 'tag', value: 'TAG', many: true, description: 'A tag. Repeat the flag for several tags.' },
      {
        name: 'metadata',
        value: 'NAME=VALUE',
        many: true,
        description: 'A value that your application stores with the recipient.',
      },
      modeFlag,
      workspaceFlag,
    ],
    examples: [
      'carillon recipients create Ada --email ada@example.com --locale en --tag beta',
      'carillon recipients create Ada --telegram-chat-id 42 --metadata customer=17 --json',
    ],
    run: create,
  },
  {
    words: 'recipients update',
    summary: 'Change a recipient. Values without a flag stay unchanged.',
    takes: [{ name: 'ID', description: 'The id, from "carillon recipients list".' }],
    flags: [
      { name: 'name', value: 'NAME', description: 'The name of the recipient.' },
      ...addressFlags,
      localeFlag,
      preferredFlag,
      ...hoursFlags,
      { name: 'tag', value: 'TAG', many: true, description: 'A tag to add.' },
      { name: 'untag', value: 'TAG', many: true, description: 'A tag to remove.' },
      {
        name: 'metadata',
        value: 'NAME=VALUE',
        many: true,
        description: 'A metadata value to add or replace. NAME= without a value removes it.',
      },
      workspaceFlag,
    ],
    more: 'Use "none" to remove an address, the preferred channel, the time zone or the quiet hours.',
    examples: [
      'carillon recipients update 4 --email ada@lovelace.example --tag beta --untag trial',
      'carillon recipients update 4 --telegram-chat-id none --metadata customer=18 --json',
    ],
    run: update,
  },
]

async function create(call: Call): Promise<number> {
  const metadata = pairs(call.all('metadata'), '--metadata')
  const { path } = await workspaceOf(call)
  const made = await call.api.post<StoredRecipient>(
    `${path}/recipients`,
    definedFields({
      name: required(call, 'NAME'),
      ...Object.fromEntries(clearable.map(([flag, field]) => [field, fieldOf(call, flag)])),
      locale: call.text('locale'),
      tags: call.has('tag') ? call.all('tag') : undefined,
      metadata: metadata.length > 0 ? Object.fromEntries(metadata) : undefined,
      mode: call.text('mode'),
    }),
  )
  return call.out.show(made, () => call.out.line(`Recipient ${made.id} was created.`))
}

async function update(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const orNone = (flag: string) => (call.text(flag) === 'none' ? null : fieldOf(call, flag))
  const fields = definedFields({
    name: call.text('name'),
    ...Object.fromEntries(clearable.map(([flag, field]) => [field, orNone(flag)])),
    locale: call.text('locale'),
  })
  const lists = listsChangedBy(call)
  if (Object.keys(fields).length === 0 && lists === undefined)
    throw new UsageError('Nothing to change. Give a flag such as --email. See carillon recipients update --help.')
  const at = `${(await workspaceOf(call)).path}/recipients/${id}`
  const changed = await call.api.patch<StoredRecipient>(at, {
    ...fields,
    ...(lists === undefined ? {} : lists(await call.api.get<StoredRecipient>(at))),
  })
  return call.out.show(changed, () => call.out.line(`Recipient ${id} was changed.`))
}

function fieldOf(call: Call, flag: string) {
  const text = call.text(flag)
  return flag === 'quiet-hours' ? hoursOf(text) : text
}

/**
 * Returns a function that computes the new tags and metadata from the stored tags and metadata. It computes complete
 * values, because the API replaces all tags and all metadata.
 */
function listsChangedBy(call: Call): ((before: StoredRecipient) => Partial<StoredRecipient>) | undefined {
  const [added, taken] = [call.all('tag'), call.all('untag')]
  const metadata = pairs(call.all('metadata'), '--metadata')
  if (added.length + taken.length + metadata.length === 0) return undefined
  const emptied = metadata.filter(([, value]) => value === '').map(([name]) => name)
  return ({ tags, metadata: kept }) => ({
    ...(added.length + taken.length === 0
      ? {}
      : { tags: [...new Set([...tags, ...added])].filter((tag) => !taken.includes(tag)) }),
    ...(metadata.length === 0
      ? {}
      : {
          metadata: Object.fromEntries(
            Object.entries({ ...kept, ...Object.fromEntries(metadata) }).filter(([name]) => !emptied.includes(name)),
          ),
        }),
  })
}
