// Matches the rows of an import with the stored recipients. Decides whether a row creates a recipient, changes a
// recipient or is refused.
import { isDeepStrictEqual } from 'node:util'
import type { Identifier } from '../channels/address.ts'
import { addressTable, byField } from '../channels/addresses.ts'
import { collectDetails, type Details } from '../errors.ts'
import { records } from '../limits.ts'
import type { ImportedFields, ImportedRecipient } from '../store/recipients/importing.ts'
import { conflictingFields, fieldsBefore, findMatch, holderOf, normalizeIdentifier } from './identifiers.ts'
import type { ImportFields, MatchBy } from './import-columns.ts'
import {
  changedPreferences,
  type KnownPreferences,
  preferenceProblems,
  type RowPreferences,
} from './preferences/import.ts'
import { changedFields, newTags, stillUnusable } from './recipients.ts'

const { identifiers, texts } = addressTable()

export interface ImportedRow {
  line: number
  fields: ImportFields
}

/** The effects that a set of rows will have. Nothing is written yet. */
export interface ImportPlan {
  /**
   * The set is divided into parts, which are written one after the other. A new part begins at a row with an identifier
   * that an earlier row of the set has removed from a recipient.
   */
  parts: PlanPart[]
  /** The existing recipients that rows of the set match, each with the line of the matching row. */
  met: { recipient: number; line: number }[]
  unchanged: number
  refused: { line: number; problems: Details }[]
}

export interface PlanPart {
  created: { line: number; fields: ImportedFields; preferences?: RowPreferences | undefined }[]
  updated: RecipientUpdate[]
}

export interface RecipientUpdate {
  fields: ImportedRecipient
  changed: string[]
  tagged: string[]
  preferences?: RowPreferences | undefined
}

/** The workspace and the mode of an import, and the rule that matches rows with recipients. */
export interface MatchScope {
  workspaceId: number
  mode: 'live' | 'test'
  matchBy: MatchBy
  /** The locale of a new recipient if its row has no locale. */
  defaultLocale: string
  /** Present if a row of the set has preferences. */
  preferences?: KnownPreferences | undefined
}

/**
 * Plans the rows in order. Each row is compared with the recipients as they are after the earlier rows, so the size of
 * the sets does not change the result. The list `people` contains all recipients who have an identifier that occurs in
 * the rows. The map `metBefore` contains each recipient that a row of an earlier set has matched, with the line of that
 * row. The rules are in docs/recipients.md.
 */
export function planSet(
  place: MatchScope,
  rows: ImportedRow[],
  people: ImportedRecipient[],
  metBefore: ReadonlyMap<number, number>,
): ImportPlan {
  const known: KnownRecipients = new Map(people.flatMap((row) => keysOf(row).map((key) => [key, row] as const)))
  /** Maps the id of each matched recipient to the line of the matching row. */
  const met = new Map(metBefore)
  /**
   * The identifiers that the current part of the plan removes from recipients. Only a later part can give one of these
   * identifiers to another recipient.
   */
  const freed = new Set<string>()
  let part: PlanPart = { created: [], updated: [] }
  const plan: ImportPlan = { parts: [part], met: [], unchanged: 0, refused: [] }
  for (const { line, fields: cells } of rows) {
    // Ignore the column `id` if the rows are matched by another column.
    const { id: _, ...withoutId } = cells
    const fields = ['all', 'id'].includes(place.matchBy) ? cells : withoutId
    const recipient = matchOf(known, place.matchBy, fields)
    const problem = problemOf({ known, met }, fields, recipient) ?? problemsOfPreferences(place, fields)
    if (problem) {
      plan.refused.push({ line, problems: problem })
      continue
    }
    if (addressKeys(fields).some((key) => freed.has(key))) {
      part = { created: [], updated: [] }
      plan.parts.push(part)
      freed.clear()
    }
    const preferences = place.preferences && changedPreferences(place.preferences, recipient, fields.preferences ?? {})
    if (!recipient) {
      part.created.push({ line, fields: newcomer(place, fields), preferences })
      continue
    }
    met.set(recipient.id, line)
    plan.met.push({ recipient: recipient.id, line })
    const update = { ...updateOf(recipient, fields), preferences }
    const isSame = update.changed.length === 0 && !isLocaleChosen(recipient, update) && !changesHours(recipient, update)
    if (!preferences && isSame) plan.unchanged++
    else {
      part.updated.push(update)
      for (const key of replaceKnown(known, recipient, update.fields)) freed.add(key)
    }
  }
  return plan
}

function problemsOfPreferences({ preferences: known }: MatchScope, { preferences }: ImportFields): Details | undefined {
  return known && preferences && preferenceProblems(known, preferences)
}

/** Replaces a recipient in `known`. Returns the keys of the identifiers that only the previous version had. */
function replaceKnown(known: KnownRecipients, before: ImportedRecipient, after: ImportedRecipient): string[] {
  const afterKeys = new Set(keysOf(after))
  const freed = keysOf(before).filter((key) => !afterKeys.has(key))
  for (const key of freed) known.delete(key)
  for (const key of afterKeys) known.set(key, after)
  return freed
}

const keyOf = (name: Identifier, value: string) => `${name}/${normalizeIdentifier(name, value)}`
const keyOfId = (id: number) => `id/${id}`

function keysOf(row: ImportedRecipient): string[] {
  return [keyOfId(row.id), ...addressKeys(row)]
}

export function addressKeys(row: { [name in Identifier]?: string | null | undefined }): string[] {
  return identifiers.flatMap((name) => {
    const value = row[name]
    return value === null || value === undefined ? [] : [keyOf(name, value)]
  })
}

/**
 * Finds a recipient by its id. If the row has no id, finds the recipient by the identifiers in `matchBy`, from the
 * strongest to the weakest (decision 56).
 */
function matchOf(known: KnownRecipients, matchBy: MatchBy, fields: ImportFields): ImportedRecipient | undefined {
  if (fields.id !== undefined) return known.get(keyOfId(fields.id))
  const order = identifiers.filter((name) => matchBy === 'all' || matchBy === name)
  return findMatch(order, fields, lookupIn(known))
}

type KnownRecipients = Map<string, ImportedRecipient>

/** Returns a function that finds the recipient with a value in exactly one field. */
const lookupIn = (known: KnownRecipients) => (name: Identifier, value: string) => known.get(keyOf(name, value))

function problemOf(
  { known, met }: { known: KnownRecipients; met: Map<number, number> },
  fields: ImportFields,
  recipient: ImportedRecipient | undefined,
): Details | undefined {
  if (fields.id !== undefined && !recipient)
    return {
      id: [`this workspace has no recipient ${fields.id} of this mode; leave the cell empty for a new recipient`],
    }
  const line = recipient && met.get(recipient.id)
  if (recipient && line !== undefined)
    return {
      row: [
        `duplicate of line ${line} (recipient ${recipient.id}, ${recipient.name}): each person may have only one row`,
      ],
    }
  const { details, add } = collectDetails()
  for (const name of identifiers) {
    const value = fields[name]
    const holder = value === undefined ? undefined : holderOf(name, value, lookupIn(known))
    if (holder && holder !== recipient) add(name, ownerProblem(holder, name, fields, recipient))
  }
  if (Object.keys(details).length > 0) return details
  if (recipient && tagsOf(recipient, fields).length > records.tags)
    return { tags: [`would be more than ${records.tags} together with the tags of recipient ${recipient.id}`] }
  return undefined
}

/**
 * Describes which recipient already has the identifier. If a stronger field shows that the row is about another person,
 * also names this field.
 */
function ownerProblem(
  holder: ImportedRecipient,
  name: Identifier,
  fields: ImportFields,
  recipient: ImportedRecipient | undefined,
): string {
  const problem = `belongs to recipient ${holder.id} (${holder.name})`
  const [field] = conflictingFields(fieldsBefore(identifiers, name), fields, holder)
  if (field === undefined || recipient) return problem
  return `${problem}, whose ${field} differs; leave this cell empty for a new person, or match by ${name} alone to change recipient ${holder.id}`
}

/** Returns whether the row sets a locale for a recipient that had only the default locale. */
function isLocaleChosen(before: ImportedRecipient, { fields }: RecipientUpdate): boolean {
  return before.locale_is_default && !fields.locale_is_default
}

/** Returns whether the row changes the quiet hours or the time zone. The event contact.updated does not contain them. */
function changesHours(before: ImportedRecipient, { fields }: RecipientUpdate): boolean {
  return before.time_zone !== fields.time_zone || !isDeepStrictEqual(before.quiet_hours, fields.quiet_hours)
}

function newcomer({ workspaceId, mode, defaultLocale }: MatchScope, fields: ImportFields): ImportedFields {
  const [address = ''] = identifiers.flatMap((name) => fields[name] ?? [])
  return {
    workspace_id: workspaceId,
    mode,
    name: fields.name ?? address,
    ...byField(texts, ({ field }) => fields[field] ?? null),
    locale: fields.locale ?? defaultLocale,
    locale_is_default: fields.locale === undefined,
    tags: fields.tags ?? [],
    metadata: fields.metadata ?? {},
    preferred_channel: fields.preferred_channel ?? null,
    time_zone: fields.time_zone ?? null,
    quiet_hours: fields.quiet_hours ?? null,
    unusable: {},
  }
}

/**
 * Returns the update of a recipient. A cell replaces the stored value. Tags and metadata are added to the stored tags
 * and metadata.
 */
function updateOf(before: ImportedRecipient, { id: _, preferences: _own, ...cells }: ImportFields): RecipientUpdate {
  const after = {
    ...before,
    ...cells,
    locale_is_default: before.locale_is_default && cells.locale === undefined,
    tags: tagsOf(before, cells),
    metadata: { ...before.metadata, ...cells.metadata },
    unusable: stillUnusable(before, cells),
  }
  return { fields: after, changed: changedFields(before, after), tagged: newTags(before, after) }
}

function tagsOf(before: ImportedRecipient, { tags = [] }: ImportFields): string[] {
  return [...new Set([...before.tags, ...tags])]
}
