// Reads and stores the preferences of a recipient, and emits an event for a change.
import { type Details, refuse, refuseInvalid } from '../../errors.ts'
import { aboutContact } from '../../events/catalog.ts'
import { recordEvents } from '../../events/record.ts'
import { alternatives } from '../../lib/text/plural.ts'
import type { Connection, Transaction } from '../../store/database.ts'
import { chosenEvents } from '../../store/events/subscriptions.ts'
import { type CategoryRow, listCategories } from '../../store/recipients/categories.ts'
import {
  changePreferences,
  type Preference,
  type PreferenceChange,
  preferencesOf,
} from '../../store/recipients/preferences.ts'
import { findRecipient, type RecipientRecord } from '../../store/recipients/recipients.ts'
import { isAllowed } from './decide.ts'

/** The origin of a change: a member or token, or the recipient with a link. */
export type PreferenceOrigin = 'member' | 'link'

/** The recipient whose preferences change, and the origin of the change. */
export interface PreferenceOwner {
  workspaceId: number
  recipient: Pick<RecipientRecord, 'id' | 'name' | 'mode'>
  origin: PreferenceOrigin
}

/** The changes of each category. null removes a value. */
export type PreferenceInput = Record<
  string,
  { allowed?: boolean | null; channels?: Record<string, boolean | null | undefined> }
>

/** Returns the preferences of a recipient for each category of the workspace. */
export async function recipientPreferences(c: Connection, workspaceId: number, recipientId: number) {
  const { unsubscribed_at } = await requireRecipient(c, workspaceId, recipientId)
  const categories = await listCategories(c, workspaceId)
  const preferences = await preferencesOf(c, workspaceId, recipientId)
  return {
    unsubscribed_at: unsubscribed_at?.toISOString() ?? null,
    data: categories.map((category) => preferenceBody(category, preferences)),
  }
}

/** Stores preferences and emits an event if one of them changed. */
export async function applyPreferences(
  tx: Transaction,
  now: Date,
  workspaceId: number,
  recipient: Pick<RecipientRecord, 'id' | 'name' | 'mode'>,
  changes: PreferenceChange[],
  { origin, change = null }: { origin: PreferenceOrigin; change?: string | null },
): Promise<void> {
  if (changes.length === 0) return
  const wanted = changes.map((one) => ({ ...one, recipient_id: recipient.id }))
  const changed = await changePreferences(tx, now, { workspaceId, change }, wanted)
  await emitChanged(tx, now, { workspaceId, recipient, origin }, changed)
}

/** Emits the event for changed preferences. */
export async function emitChanged(
  tx: Transaction,
  now: Date,
  { workspaceId, recipient, origin }: PreferenceOwner,
  changed: PreferenceChange[],
): Promise<void> {
  if (changed.length === 0) return
  const chosen = await chosenEvents(tx, [workspaceId])
  if (!chosen.get(workspaceId)?.has('recipient.preferences_changed')) return
  recordEvents(tx, now, [
    {
      event: 'recipient.preferences_changed',
      workspaceId,
      mode: recipient.mode,
      subject: aboutContact(recipient.id),
      data: {
        recipient: { id: recipient.id, name: recipient.name },
        changed: changed.map(({ category, channel, allowed }) => ({
          category,
          channel: channel === '' ? null : channel,
          allowed,
        })),
        origin,
        changed_at: now.toISOString(),
      },
    },
  ])
}

export function changesOf(input: PreferenceInput): PreferenceChange[] {
  return Object.entries(input).flatMap(([category, { allowed, channels = {} }]) => [
    ...(allowed === undefined ? [] : [{ category, channel: '', allowed }]),
    ...Object.entries(channels).flatMap(([channel, value]) =>
      value === undefined ? [] : { category, channel, allowed: value },
    ),
  ])
}

export function refuseImpossible(categories: CategoryRow[], changes: PreferenceChange[]): void {
  const details = impossibleIn(categories, changes)
  if (Object.keys(details).length > 0) refuseInvalid(details)
}

/** Returns the errors of the changes, by the slug of the category. */
export function impossibleIn(categories: CategoryRow[], changes: PreferenceChange[]): Details {
  const details: Details = {}
  for (const { category, allowed } of changes) {
    const known = categories.find(({ slug }) => slug === category)
    if (!known) details[category] = [unknownCategory(categories.map(({ slug }) => slug))]
    else if (known.required && allowed === false) details[category] = ['is required, so it cannot be declined']
  }
  return details
}

/** Returns the error for an unknown category, with the known slugs. */
export function unknownCategory(known: string[]): string {
  return known.length === 0
    ? 'is not a category of this workspace, which has none'
    : `is not a category of this workspace; known categories: ${alternatives(known)}`
}

export async function requireRecipient(
  c: Connection,
  workspaceId: number,
  id: number,
  lock = false,
): Promise<RecipientRecord> {
  return (await findRecipient(c, workspaceId, id, lock)) ?? refuse('not_found', `No recipient ${id} in this workspace.`)
}

function preferenceBody(category: CategoryRow, preferences: Preference[]) {
  const own = preferences.filter((one) => one.category === category.slug)
  const { slug, name, required, allowed_by_default } = category
  return {
    category: slug,
    name,
    required,
    allowed_by_default,
    allowed: own.find(({ channel }) => channel === '')?.allowed ?? null,
    effective: isAllowed(category, own, ''),
    channels: Object.fromEntries(own.flatMap(({ channel, allowed }) => (channel === '' ? [] : [[channel, allowed]]))),
  }
}
