// The category that an unsubscribe link declines: that of the message which contains the link. The undo restores the value
// before the link, unless another change was made since.
import { DAY } from '../../limits.ts'
import { type Database, type Transaction, transaction } from '../../store/database.ts'
import type { MessageOfLink } from '../../store/delivery/deliveries.ts'
import { findCategory } from '../../store/recipients/categories.ts'
import { preferencesOf, undoPreferences } from '../../store/recipients/preferences.ts'
import { findRecipient, type RecipientRecord } from '../../store/recipients/recipients.ts'
import { nameOfCategory } from './categories.ts'
import { isAllowed } from './decide.ts'
import { applyPreferences, emitChanged } from './preferences.ts'

export interface LinkedCategory {
  recipientId: number
  /** The name of the changes by this link in the table of preferences. */
  change: string
  slug: string
  /** Returns the name of the category in this language. */
  nameIn: (language: string) => string
  isDeclined: boolean
  canUndo: boolean
}

/** Only emails contain unsubscribe links. */
const CHANNEL = 'email'

/**
 * Returns the category of the message with the link. Returns undefined if the message has none, if the category is
 * required or was removed, or if the recipient was deleted. Then the link opts the address out of all messages.
 */
export async function linkedCategory(
  db: Database,
  now: Date,
  workspaceId: number,
  deliveryId: number | null,
  message: MessageOfLink | undefined,
): Promise<LinkedCategory | undefined> {
  const slug = message?.category ?? undefined
  if (!message || slug === undefined) return undefined
  const category = await findCategory(db, workspaceId, slug)
  const recipient = await findRecipient(db, workspaceId, message.recipient_id)
  if (!category || category.required || !recipient) return undefined
  const own = (await preferencesOf(db, workspaceId, recipient.id)).filter((one) => one.category === slug)
  const change = `delivery/${deliveryId}`
  const value = own.find(({ channel }) => channel === CHANNEL)
  return {
    recipientId: recipient.id,
    change,
    slug,
    nameIn: (language) => nameOfCategory(category, [language]),
    isDeclined: !isAllowed(category, own, CHANNEL),
    canUndo: value?.change === change && value.allowed === false && now.getTime() - value.at.getTime() < DAY,
  }
}

/** Declines the category on the channel of the link. */
export async function declineByLink(
  db: Database,
  now: Date,
  workspaceId: number,
  { recipientId, slug, change }: LinkedCategory,
): Promise<void> {
  await transaction(db, async (tx) => {
    const recipient = await lockedRecipient(tx, workspaceId, recipientId)
    if (!recipient || !(await findCategory(tx, workspaceId, slug))) return
    const changes = [{ category: slug, channel: CHANNEL, allowed: false }]
    await applyPreferences(tx, now, workspaceId, recipient, changes, { origin: 'link', change })
  })
}

/** Restores the value that the link replaced. */
export async function undoByLink(
  db: Database,
  now: Date,
  workspaceId: number,
  { recipientId, change }: LinkedCategory,
): Promise<void> {
  await transaction(db, async (tx) => {
    const recipient = await lockedRecipient(tx, workspaceId, recipientId)
    if (!recipient) return
    const restored = await undoPreferences(tx, now, { workspaceId, recipientId, change })
    await emitChanged(tx, now, { workspaceId, recipient, origin: 'link' }, restored)
  })
}

function lockedRecipient(tx: Transaction, workspaceId: number, id: number): Promise<RecipientRecord | undefined> {
  return findRecipient(tx, workspaceId, id, true)
}
