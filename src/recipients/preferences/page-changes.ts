// Changes of the preference page: it saves choices, unsubscribes from everything and lifts opt-outs. Each change returns
// what its undo needs.
import { randomUUID } from 'node:crypto'
import { type Database, type Transaction, transaction } from '../../store/database.ts'
import { type CategoryRow, listCategories } from '../../store/recipients/categories.ts'
import { type PreferenceChange, preferencesOf } from '../../store/recipients/preferences.ts'
import { findRecipient } from '../../store/recipients/recipients.ts'
import { deleteSuppression, findSuppressions, type SuppressionRow } from '../../store/recipients/suppressions.ts'
import { isAllowed } from './decide.ts'
import { addressesOf, type EverythingOwner, resubscribe, unsubscribe } from './everything.ts'
import { applyPreferences } from './preferences.ts'
import type { PreferenceSubject } from './tokens.ts'

/** A choice on the page: a category on a channel. */
export interface Choice {
  category: string
  channel: string
}

/** The choices that the form showed, and those that were checked. */
export interface Choices {
  categories: string[]
  channels: string[]
  allowed: Choice[]
}

/** The values that a change wrote. Only these are undone. */
export interface Written {
  /** The name of the change in the table of preferences. */
  change?: string
  /** The ids of the suppressions that the change added. */
  added?: number[]
  /** The suppressions that the change removed. */
  removed?: SuppressionRow[]
  /** The mark of the recipient before and after the change. */
  mark?: { before: Date | null; after: Date | null }
}

type PageOwner = Omit<EverythingOwner, 'origin'> & { origin: 'link' }

/** Runs a change for the recipient of a link. Returns undefined if the recipient does not exist. */
export async function changeByPage<Result>(
  db: Database,
  { workspaceId, recipientId }: PreferenceSubject,
  apply: (tx: Transaction, owner: PageOwner) => Promise<Result>,
): Promise<Result | undefined> {
  return transaction(db, async (tx) => {
    const recipient = await findRecipient(tx, workspaceId, recipientId, true)
    return recipient && apply(tx, { workspaceId, recipient, origin: 'link' })
  })
}

/** Saves the choices of the form. A choice that the form did not show stays unchanged. */
export async function saveChoices(tx: Transaction, now: Date, owner: PageOwner, choices: Choices): Promise<Written> {
  const { workspaceId, recipient } = owner
  const preferences = await preferencesOf(tx, workspaceId, recipient.id)
  const checked = new Set(choices.allowed.map(nameOf))
  const reachable = new Set(addressesOf(workspaceId, recipient).map(({ channel }) => channel))
  const shown = [...new Set(choices.channels)].filter((channel) => reachable.has(channel))
  const categories = optional(await listCategories(tx, workspaceId)).filter(({ slug }) =>
    choices.categories.includes(slug),
  )
  const changes = categories.flatMap((category): PreferenceChange[] => {
    const own = preferences.filter(({ category: slug }) => slug === category.slug)
    return shown.flatMap((channel) => {
      const choice = { category: category.slug, channel }
      const wanted = checked.has(nameOf(choice))
      return isAllowed(category, own, channel) === wanted ? [] : [{ ...choice, allowed: wanted }]
    })
  })
  return applyNamed(tx, now, owner, changes)
}

/** Unsubscribes the recipient from everything. */
export async function declineEverything(tx: Transaction, now: Date, owner: PageOwner): Promise<Written> {
  const before = owner.recipient.unsubscribed_at
  if (before) return {}
  return { added: await unsubscribe(tx, now, owner), mark: { before, after: now } }
}

/** Lifts an opt-out that the page shows. `name` is its `lift`. A name of another recipient's opt-out lifts nothing. */
export async function liftOptOut(tx: Transaction, now: Date, owner: PageOwner, name: string): Promise<Written> {
  const { workspaceId, recipient } = owner
  if (name === 'everything') {
    const before = recipient.unsubscribed_at
    return before ? { removed: await resubscribe(tx, now, owner), mark: { before, after: null } } : {}
  }
  const [kind, about = ''] = name.split('/')
  if (kind === 'address') return { removed: await liftAddress(tx, owner, Number(about)) }
  if (kind !== 'category') return {}
  const own = await preferencesOf(tx, workspaceId, recipient.id)
  const declined = own.filter(({ category, allowed }) => category === about && !allowed)
  return applyNamed(
    tx,
    now,
    owner,
    declined.map(({ category, channel }) => ({ category, channel, allowed: true })),
  )
}

async function liftAddress(tx: Transaction, { workspaceId, recipient }: PageOwner, id: number) {
  const found = await findSuppressions(tx, addressesOf(workspaceId, recipient))
  const row = found.find((one) => one.id === id && (one.reason === 'unsubscribed' || one.reason === 'stop_word'))
  const removed = row && (await deleteSuppression(tx, workspaceId, row.id))
  return removed ? [removed] : []
}

async function applyNamed(tx: Transaction, now: Date, owner: PageOwner, changes: PreferenceChange[]): Promise<Written> {
  if (changes.length === 0) return {}
  const change = randomUUID()
  const { workspaceId, recipient, origin } = owner
  await applyPreferences(tx, now, workspaceId, recipient, changes, { origin, change })
  return { change }
}

const optional = (categories: CategoryRow[]) => categories.filter(({ required }) => !required)

const nameOf = ({ category, channel }: Choice) => `${category}/${channel}`
