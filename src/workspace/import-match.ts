// Rows of an import meet the people there are: who is new, whose data changes, and which rows can't be applied.
import { collectDetails, type Details } from '../errors.ts'
import type { ImportedFields, ImportedRecipient } from '../store/importing.ts'
import { type ImportFields, identifying } from './import-columns.ts'
import { changedFields, newTags, stillUnusable } from './recipients.ts'

export interface ImportedRow {
  line: number
  fields: ImportFields
}

/** What a set of rows comes to; nothing is written yet. */
export interface Plan {
  created: ImportedFields[]
  updated: Update[]
  unchanged: number
  refused: { line: number; problems: Details }[]
}

export interface Update {
  fields: ImportedFields & { id: number }
  changed: string[]
  tagged: string[]
}

/** Who they are to be. */
export interface Place {
  workspaceId: number
  mode: 'live' | 'test'
  /** Of somebody new whose row names none. */
  defaultLocale: string
}

const ADDRESSES = ['email', 'whatsapp_phone', 'telegram_chat_id', 'messenger_psid'] as const
const MOST_TAGS = 100

/** `people`: everybody the rows name. The rules stand in docs/recipients.md. */
export function planSet(place: Place, rows: ImportedRow[], people: ImportedRecipient[]): Plan {
  const known = new Map(people.flatMap((row) => keysOf(row).map((key) => [key, row] as const)))
  /** The line that means a recipient. */
  const met = new Map<number, number>()
  const plan: Plan = { created: [], updated: [], unchanged: 0, refused: [] }
  for (const { line, fields } of rows) {
    const recipient = matchOf(known, fields)
    const problem = problemOf({ known, met }, fields, recipient)
    if (problem) plan.refused.push({ line, problems: problem })
    else if (!recipient) plan.created.push(newcomer(place, fields))
    else {
      met.set(recipient.id, line)
      const update = updateOf(recipient, fields)
      if (update.changed.length > 0) plan.updated.push(update)
      else plan.unchanged++
    }
  }
  return plan
}

const keyOf = (name: string, value: string | number) => `${name}/${String(value).toLowerCase()}`

function keysOf(row: ImportedRecipient): string[] {
  return identifying.flatMap((name) => (row[name] === null ? [] : [keyOf(name, row[name])]))
}

/** The id wins, then the addresses in their order (decision 11). */
function matchOf(known: Map<string, ImportedRecipient>, fields: ImportFields): ImportedRecipient | undefined {
  const names = fields.id === undefined ? ADDRESSES : (['id'] as const)
  for (const name of names) {
    const value = fields[name]
    const found = value === undefined ? undefined : known.get(keyOf(name, value))
    if (found) return found
  }
  return undefined
}

function problemOf(
  { known, met }: { known: Map<string, ImportedRecipient>; met: Map<number, number> },
  fields: ImportFields,
  recipient: ImportedRecipient | undefined,
): Details | undefined {
  if (fields.id !== undefined && !recipient)
    return { id: [`no recipient ${fields.id} of this mode is in this workspace; leave the cell empty for a new one`] }
  const line = recipient && met.get(recipient.id)
  if (line !== undefined)
    return { row: [`means recipient ${recipient?.id}, as line ${line} does: a person has one row`] }
  const { details, add } = collectDetails()
  for (const name of ADDRESSES) {
    const holder = fields[name] === undefined ? undefined : known.get(keyOf(name, fields[name]))
    if (holder && holder !== recipient) add(name, `belongs to recipient ${holder.id}`)
  }
  if (Object.keys(details).length > 0) return details
  if (recipient && tagsOf(recipient, fields).length > MOST_TAGS)
    return { tags: [`would be more than ${MOST_TAGS} with those that recipient ${recipient.id} has`] }
  return undefined
}

function newcomer({ workspaceId, mode, defaultLocale }: Place, fields: ImportFields): ImportedFields {
  const address = ADDRESSES.map((name) => fields[name]).find((value) => value !== undefined)!
  return {
    workspace_id: workspaceId,
    mode,
    name: fields.name ?? address,
    email: fields.email ?? null,
    whatsapp_phone: fields.whatsapp_phone ?? null,
    telegram_chat_id: fields.telegram_chat_id ?? null,
    messenger_psid: fields.messenger_psid ?? null,
    slack_channel: fields.slack_channel ?? null,
    locale: fields.locale ?? defaultLocale,
    tags: fields.tags ?? [],
    metadata: fields.metadata ?? {},
    preferred_channel: fields.preferred_channel ?? null,
    unusable: {},
  }
}

/** The file's word goes before what is there; its tags and metadata come to those that are there. */
function updateOf(before: ImportedRecipient, { id: _, ...given }: ImportFields): Update {
  const after = {
    ...before,
    ...given,
    tags: tagsOf(before, given),
    metadata: { ...before.metadata, ...given.metadata },
    unusable: stillUnusable(before, given),
  }
  return { fields: after, changed: changedFields(before, after), tagged: newTags(before, after) }
}

function tagsOf(before: ImportedRecipient, { tags = [] }: ImportFields): string[] {
  return [...new Set([...before.tags, ...tags])]
}
