// Preferences in files of recipients: the cells, the problems of a row, and the changes of an import.
import { channelNames } from '../../channels/index.ts'
import type { Details } from '../../errors.ts'
import { isObject } from '../../lib/json/json-fields.ts'
import type { Connection, Transaction } from '../../store/database.ts'
import { type CategoryRow, listCategories } from '../../store/recipients/categories.ts'
import type { ImportedRecipient } from '../../store/recipients/importing.ts'
import {
  changePreferences,
  type Preference,
  type PreferenceChange,
  preferencesOfAll,
  type RecipientPreferenceChange,
} from '../../store/recipients/preferences.ts'
import type { RecipientRecord } from '../../store/recipients/recipients.ts'
import { EVERYTHING, resubscribe, unsubscribe } from './everything.ts'
import { changesOf, emitChanged, impossibleIn, type PreferenceInput } from './preferences.ts'

/** The categories of the workspace, and the preferences of the recipients of a set. */
export interface KnownPreferences {
  categories: CategoryRow[]
  of: ReadonlyMap<number, Preference[]>
}

/** Reads what a set of rows with preferences needs. */
export async function knownPreferences(c: Connection, workspaceId: number, ids: number[]): Promise<KnownPreferences> {
  return { categories: await listCategories(c, workspaceId), of: await preferencesOfAll(c, workspaceId, ids) }
}

/** Returns the preferences in a cell of the column `preferences`. Returns undefined if the cell has another form. */
export function preferencesIn(value: unknown): PreferenceInput | undefined {
  if (!isObject(value)) return undefined
  const input: PreferenceInput = {}
  for (const [category, own] of Object.entries(value)) {
    if (!isObject(own)) return undefined
    const { allowed, channels = {}, ...others } = own
    if (!isValue(allowed) || !isObject(channels) || Object.keys(others).length > 0) return undefined
    const known: Record<string, boolean | null | undefined> = {}
    for (const [channel, one] of Object.entries(channels)) {
      if (!isValue(one) || !channelNames.some((name) => name === channel)) return undefined
      known[channel] = one
    }
    input[category] = { ...(allowed === undefined ? {} : { allowed }), channels: known }
  }
  return input
}

const isValue = (value: unknown): value is boolean | null | undefined =>
  value === undefined || value === null || typeof value === 'boolean'

/** Returns the cell with the preferences of a recipient. The cell is empty if there are none. */
export function preferencesCell(
  preferences: Preference[],
  { unsubscribed_at: since }: Pick<RecipientRecord, 'unsubscribed_at'>,
): string {
  const cell: PreferenceInput = since ? { [EVERYTHING]: { allowed: false } } : {}
  for (const { category, channel, allowed } of preferences) {
    const own = cell[category] ?? {}
    cell[category] =
      channel === '' ? { ...own, allowed } : { ...own, channels: { ...own.channels, [channel]: allowed } }
  }
  return Object.keys(cell).length > 0 ? JSON.stringify(cell) : ''
}

/** The changes of a row. `everything` is set if the row unsubscribes the recipient from everything, or lifts this. */
export interface RowPreferences {
  changes: PreferenceChange[]
  everything?: boolean
}

/** Returns the problem of a row's preferences. */
export function preferenceProblems({ categories }: KnownPreferences, input: PreferenceInput): Details | undefined {
  const { [EVERYTHING]: everything, ...others } = input
  const problems = Object.entries(impossibleIn(categories, changesOf(others))).map(
    ([category, messages]) => `${category} ${messages.join(', ')}`,
  )
  if (Object.keys(everything?.channels ?? {}).length > 0) problems.push(`${EVERYTHING} applies to all channels`)
  return problems.length > 0 ? { preferences: problems } : undefined
}

/** Returns the changes of a row that differ from the stored preferences. Returns undefined if there are none. */
export function changedPreferences(
  known: KnownPreferences,
  recipient: Pick<RecipientRecord, 'id' | 'unsubscribed_at'> | undefined,
  { [EVERYTHING]: everything, ...others }: PreferenceInput,
): RowPreferences | undefined {
  const stored = recipient ? (known.of.get(recipient.id) ?? []) : []
  const changes = changesOf(others).filter(({ category, channel, allowed }) => {
    const before = stored.find((one) => one.category === category && one.channel === channel)
    return (before?.allowed ?? null) !== allowed
  })
  const isUnsubscribed = Boolean(recipient?.unsubscribed_at)
  const wanted = everything?.allowed === undefined ? isUnsubscribed : everything.allowed === false
  if (changes.length === 0 && wanted === isUnsubscribed) return undefined
  return { changes, ...(wanted === isUnsubscribed ? {} : { everything: wanted }) }
}

/** Writes the preferences of imported recipients, and emits an event for each recipient whose preferences changed. */
export async function writePreferences(
  tx: Transaction,
  now: Date,
  workspaceId: number,
  rows: { recipient: ImportedRecipient; preferences: RowPreferences }[],
): Promise<void> {
  const origin = 'member' as const
  const wanted = rows.flatMap(({ recipient, preferences }): RecipientPreferenceChange[] =>
    preferences.changes.map((one) => ({ ...one, recipient_id: recipient.id })),
  )
  const changed = wanted.length > 0 ? await changePreferences(tx, now, { workspaceId, change: null }, wanted) : []
  for (const { recipient, preferences } of rows) {
    const own = changed.filter(({ recipient_id: id }) => id === recipient.id)
    await emitChanged(tx, now, { workspaceId, recipient, origin }, own)
    if (preferences.everything === true) await unsubscribe(tx, now, { workspaceId, recipient, origin })
    if (preferences.everything === false) await resubscribe(tx, now, { workspaceId, recipient, origin })
  }
}
