// The category that an unsubscribe link declines: that of the message which contains the link.
import { DAY } from '../../limits.ts'
import { type Database, type Transaction, transaction } from '../../store/database.ts'
import type { MessageOfLink } from '../../store/delivery/deliveries.ts'
import { findCategory } from '../../store/recipients/categories.ts'
import { preferencesOf } from '../../store/recipients/preferences.ts'
import { findRecipient, type RecipientRecord } from '../../store/recipients/recipients.ts'
import { nameOfCategory } from './categories.ts'
import { isAllowed } from './decide.ts'
import { applyPreferences } from './preferences.ts'

export interface LinkedCategory {
  recipientId: number
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
  message: MessageOfLink | undefined,
): Promise<LinkedCategory | undefined> {
  const slug = message?.category ?? undefined
  if (!message || slug === undefined) return undefined
  const category = await findCategory(db, workspaceId, slug)
  const recipient = await findRecipient(db, workspaceId, message.recipient_id)
  if (!category || category.required || !recipient) return undefined
  const own = (await preferencesOf(db, workspaceId, recipient.id)).filter((one) => one.category === slug)
  const value = own.find(({ channel }) => channel === CHANNEL)
  return {
    recipientId: recipient.id,
    slug,
    nameIn: (language) => nameOfCategory(category, [language]),
    isDeclined: !isAllowed(category, own, CHANNEL),
    canUndo: value?.allowed === false && now.getTime() - value.at.getTime() < DAY,
  }
}

/** Declines the category on the channel of the link, or accepts it again. */
export async function chooseByLink(
  db: Database,
  now: Date,
  workspaceId: number,
  { recipientId, slug }: LinkedCategory,
  allowed: boolean,
): Promise<void> {
  await transaction(db, async (tx) => {
    const recipient = await lockedRecipient(tx, workspaceId, recipientId)
    if (!recipient || !(await findCategory(tx, workspaceId, slug))) return
    await applyPreferences(tx, now, workspaceId, recipient, [{ category: slug, channel: CHANNEL, allowed }], 'link')
  })
}

function lockedRecipient(tx: Transaction, workspaceId: number, id: number): Promise<RecipientRecord | undefined> {
  return findRecipient(tx, workspaceId, id, true)
}
