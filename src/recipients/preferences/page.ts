// Reads and saves the choices on the preference page of a recipient.
import { addressTable } from '../../channels/addresses.ts'
import { type ChannelName, channels } from '../../channels/index.ts'
import { DAY } from '../../limits.ts'
import { type Connection, type Database, type Transaction, transaction } from '../../store/database.ts'
import { type CategoryRow, listCategories } from '../../store/recipients/categories.ts'
import { type Preference, type PreferenceChange, preferencesOf } from '../../store/recipients/preferences.ts'
import { findRecipient, type RecipientRecord } from '../../store/recipients/recipients.ts'
import { deleteSuppressionUpTo, findSuppressions } from '../../store/recipients/suppressions.ts'
import { findWorkspace } from '../../store/workspaces/workspaces.ts'
import { brandOf } from '../../workspaces/brand.ts'
import { suppress } from '../suppressions.ts'
import { nameOfCategory } from './categories.ts'
import { isAllowed } from './decide.ts'
import type { PreferenceSubject } from './link.ts'
import { applyPreferences } from './preferences.ts'

const { texts } = addressTable()

/** A choice on the page: a category on a channel. */
export interface Choice {
  category: string
  channel: string
}

/** The choices that the form showed, and those that were checked. */
export interface Choices {
  shown: Choice[]
  allowed: Choice[]
}

/** Returns the data of the page. Returns `deleted` if the recipient no longer exists. */
export async function preferencePageOf(c: Connection, { workspaceId, recipientId }: PreferenceSubject) {
  const workspace = await findWorkspace(c, workspaceId)
  const recipient = workspace && (await findRecipient(c, workspaceId, recipientId))
  if (!recipient) return 'deleted'
  const categories = await listCategories(c, workspaceId)
  const preferences = await preferencesOf(c, workspaceId, recipientId)
  const reachable = channelsOf(recipient)
  const locales = [...(recipient.locale_is_default ? [] : [recipient.locale]), workspace.default_locale]
  return {
    brand: brandOf(workspace),
    locales,
    categories: categories.map((category) => {
      const own = preferences.filter(({ category: slug }) => slug === category.slug)
      return {
        slug: category.slug,
        nameIn: (language: string) => nameOfCategory(category, [language]),
        description: category.description,
        required: category.required,
        channels: reachable.map((channel) => ({ channel, allowed: isAllowed(category, own, channel) })),
      }
    }),
  }
}

export type PreferencePage = Exclude<Awaited<ReturnType<typeof preferencePageOf>>, 'deleted'>

/**
 * Saves the choices of the form. A choice that the form did not show stays unchanged. With `restores`, the form undoes
 * an earlier one, and also lifts opt-outs by the link of the last day. Returns false if the recipient does not exist.
 */
export async function savePreferences(
  db: Database,
  now: Date,
  { workspaceId, recipientId }: PreferenceSubject,
  { shown, allowed }: Choices,
  { restores }: { restores: boolean },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const recipient = await findRecipient(tx, workspaceId, recipientId, true)
    if (!recipient) return false
    const categories = await listCategories(tx, workspaceId)
    const preferences = await preferencesOf(tx, workspaceId, recipientId)
    const checked = new Set(allowed.map(nameOf))
    const changes = shown.flatMap((choice): PreferenceChange[] => {
      const category = optional(categories).find(({ slug }) => slug === choice.category)
      if (!category || !channels.some(({ name }) => name === choice.channel)) return []
      const own = preferences.filter(({ category: slug }) => slug === category.slug)
      const wanted = checked.has(nameOf(choice))
      return isAllowed(category, own, choice.channel) === wanted ? [] : [{ ...choice, allowed: wanted }]
    })
    await applyPreferences(tx, now, workspaceId, recipient, withoutRepeats(changes), 'link')
    if (restores) await liftOptOuts(tx, now, workspaceId, recipient)
    return true
  })
}

/** Declines all categories on all channels, and opts the recipient's addresses out of all other messages. */
export async function declineEverything(
  db: Database,
  now: Date,
  { workspaceId, recipientId }: PreferenceSubject,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const recipient = await findRecipient(tx, workspaceId, recipientId, true)
    if (!recipient) return false
    const preferences = await preferencesOf(tx, workspaceId, recipientId)
    const changes = optional(await listCategories(tx, workspaceId)).flatMap(({ slug }) => declined(slug, preferences))
    await applyPreferences(tx, now, workspaceId, recipient, changes, 'link')
    const rows = addressesOf(workspaceId, recipient).map((holder) => ({
      ...holder,
      reason: 'unsubscribed' as const,
      origin: 'link' as const,
      detail: null,
      note: null,
      delivery_id: null,
      at: now,
    }))
    await suppress(tx, now, rows)
    return true
  })
}

const optional = (categories: CategoryRow[]) => categories.filter(({ required }) => !required)

/** Declines the whole category and removes the values of single channels, which would have priority. */
function declined(category: string, preferences: Preference[]): PreferenceChange[] {
  const own = preferences.filter((one) => one.category === category && one.channel !== '')
  return [
    { category, channel: '', allowed: false },
    ...own.map(({ channel }) => ({ category, channel, allowed: null })),
  ]
}

/** A crafted form may contain a choice twice. One statement can change each row only once. */
function withoutRepeats(changes: PreferenceChange[]): PreferenceChange[] {
  return [...new Map(changes.map((one) => [nameOf(one), one])).values()]
}

const nameOf = ({ category, channel }: Pick<Choice, 'category' | 'channel'>) => `${category}/${channel}`

/** Lifts the opt-outs of the recipient's addresses by a link, like the undo of the unsubscribe page. */
async function liftOptOuts(tx: Transaction, now: Date, workspaceId: number, recipient: RecipientRecord) {
  const found = await findSuppressions(tx, addressesOf(workspaceId, recipient))
  for (const { reason, origin, at, ...holder } of found) {
    if (reason !== 'unsubscribed' || origin !== 'link' || now.getTime() - at.getTime() >= DAY) continue
    await deleteSuppressionUpTo(tx, holder, { reason, at: now, origin })
  }
}

/** Returns the addresses on channels where recipients can opt out. */
function addressesOf(workspaceId: number, recipient: RecipientRecord) {
  return channels.flatMap(({ name: channel, optOuts }) => {
    const field = texts.find((one) => one.channel === channel)?.field
    const address = field === undefined ? null : recipient[field]
    return address === null || optOuts === undefined
      ? []
      : { workspace_id: workspaceId, mode: recipient.mode, channel, address }
  })
}

function channelsOf(recipient: RecipientRecord): ChannelName[] {
  return channels.flatMap(({ name, addressOwner, address }) =>
    addressOwner === 'recipient' && address(recipient) !== undefined ? name : [],
  )
}
