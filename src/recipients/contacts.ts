// Creates recipients from inbound messages, and links chats to recipients. Changes a recipient's address if the chat
// gets a new one, and marks the address as unusable if the person blocks the sender. In events, these recipients are
// called contacts.
import { addressOn } from '../channels/addresses.ts'
import type { Person } from '../channels/inbound.ts'
import type { ChannelName } from '../channels/index.ts'
import type { Occurrence } from '../events/catalog.ts'
import { contactCreated, contactUpdated } from '../events/contact-events.ts'
import { recordEvents } from '../events/record.ts'
import { lengths } from '../limits.ts'
import type { Transaction } from '../store/database.ts'
import { type ContactRow as EventContact, readContacts } from '../store/events/event-subjects.ts'
import { moveConversations } from '../store/inbound/conversations.ts'
import {
  type ContactPlace,
  type ContactRow,
  findContact,
  findContactById,
  findContactSharing,
  insertContact,
  readDefaultLocale,
  readdressQueued,
  updateContact,
} from '../store/recipients/contacts.ts'
import { liftInvalid, suppressGone, suppressInvalid } from './gone-addresses.ts'
import type { RecipientLink } from './onboarding.ts'
import { addressProblems } from './suppressions.ts'

export interface ContactSummary {
  id: number
  name: string
  locale: string
}

/**
 * Returns the field in which a channel stores the address of a contact. Throws if the addresses of the channel do not
 * identify a person.
 */
export function contactPlace(workspaceId: number, channel: ChannelName): ContactPlace {
  const address = addressOn(channel)
  if (!address || address.kind === 'stored' || address.kind === 'list')
    throw new Error(`${channel} has no address that identifies a person`)
  return { workspaceId, channel, field: address.field }
}

/**
 * Returns the recipient who has the address, and marks this recipient as reachable. If there is no such recipient,
 * creates one.
 */
export async function contactOf(
  tx: Transaction,
  now: Date,
  place: ContactPlace,
  person: Person,
): Promise<ContactSummary> {
  const known = await findContact(tx, place, person.address)
  if (known) return refreshContact(tx, now, place, known, person)
  const sharing = await findContactSharing(tx, place, person.address)
  if (sharing?.address === null) {
    await takeOver(tx, now, place, sharing, person.address)
    return refreshContact(tx, now, place, { ...sharing, address: person.address }, person)
  }
  return sharing ?? createFromInbound(tx, now, place, person)
}

/**
 * Stores the chat address of the person who opened a link in the recipient for whom the link was created. Returns
 * undefined if the link is no longer valid.
 */
export async function linkContact(
  tx: Transaction,
  now: Date,
  place: ContactPlace,
  link: RecipientLink,
  person: Person,
): Promise<ContactSummary | undefined> {
  const target = await findContactById(tx, place, link.recipientId)
  if (!target) return undefined
  if (target.address !== person.address) {
    if (!link.madeFor(target.address)) return undefined
    await takeOver(tx, now, place, target, person.address)
  }
  return refreshContact(tx, now, place, { ...target, address: person.address }, person)
}

/**
 * Replaces a recipient's address with the new address of the same chat. Also changes the address of the recipient's
 * queued deliveries.
 */
export async function moveContact(
  tx: Transaction,
  now: Date,
  place: ContactPlace,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const target = await findContact(tx, place, from)
  if (!target) return
  await takeOver(tx, now, place, target, to)
  await readdressQueued(tx, place, { recipientId: target.id, from, to })
}

/**
 * Suppresses the address, because the person has blocked the sender, or the provider refuses the address. No message is
 * sent to this address until the block ends.
 */
export async function blockContact(
  tx: Transaction,
  now: Date,
  place: ContactPlace,
  address: string,
  reason: string,
  at: Date,
): Promise<void> {
  const contact = await findContact(tx, place, address)
  const { workspaceId, channel } = place
  // The provider may report the address in other letters than the recipient has.
  const gone = { workspaceId, channel, address: contact?.address ?? address, reason, deliveryId: null, at }
  if (contact) await suppressGone(tx, now, { ...gone, recipientId: contact.id, isListed: true })
  else if (!addressProblems(channel, address)) await suppressInvalid(tx, now, gone)
}

export async function unblockContact(tx: Transaction, now: Date, place: ContactPlace, address: string): Promise<void> {
  const contact = await findContact(tx, place, address)
  if (contact) await refreshContact(tx, now, place, contact, { address })
  else liftInvalid(tx, place.workspaceId, place.channel, address)
}

async function createFromInbound(
  tx: Transaction,
  now: Date,
  place: ContactPlace,
  person: Person,
): Promise<ContactSummary> {
  const { address } = person
  liftInvalid(tx, place.workspaceId, place.channel, address)
  const locale = person.locale ?? (await readDefaultLocale(tx, place.workspaceId))
  const localeIsDefault = person.locale === undefined
  const contact = { address, name: nameOf(person) ?? address, locale, localeIsDefault }
  const created = await insertContact(tx, now, place, contact)
  if (created) await emitContactEvent(tx, now, created.id, (row) => contactCreated(row, 'onboarding'))
  // If the insert did nothing, another transaction has created the recipient at the same time. The insert waited for
  // the commit of that transaction, so the recipient can be found now.
  const found = created ?? (await findContact(tx, place, address))
  if (!found) throw Object.assign(new Error('the contact was removed at the same time'), { code: '40001' })
  return found
}

/**
 * Marks an active contact as reachable. If the stored name of the contact is only the address, replaces it with the
 * person's name.
 */
async function refreshContact(
  tx: Transaction,
  now: Date,
  place: ContactPlace,
  contact: ContactRow,
  person: Person,
): Promise<ContactSummary> {
  liftInvalid(tx, place.workspaceId, place.channel, person.address)
  const name = contact.name === contact.address ? (nameOf(person) ?? contact.name) : contact.name
  if (name !== contact.name || place.channel in contact.unusable) {
    await updateContact(tx, now, place, { id: contact.id, address: contact.address, name })
    if (name !== contact.name) await emitContactEvent(tx, now, contact.id, (row) => contactUpdated(row, ['name']))
  }
  return { ...contact, name }
}

/**
 * Gives the address to the recipient `target`. If another recipient has the address, the address and the conversations
 * on this channel move from that recipient to the target.
 */
async function takeOver(
  tx: Transaction,
  now: Date,
  place: ContactPlace,
  target: ContactRow,
  address: string,
): Promise<void> {
  const holder = await findContact(tx, place, address)
  if (holder) {
    await updateContact(tx, now, place, { id: holder.id, address: null, name: holder.name })
    await moveConversations(tx, place, holder.id, target.id)
    await emitContactEvent(tx, now, holder.id, (row) => contactUpdated(row, [place.field]))
  }
  const name = target.name === target.address ? address : target.name
  await updateContact(tx, now, place, { id: target.id, address, name })
  const changed = name === target.name ? [place.field] : ['name', place.field]
  await emitContactEvent(tx, now, target.id, (row) => contactUpdated(row, changed))
}

/** Emits an event for a contact that this transaction has changed. */
async function emitContactEvent(tx: Transaction, now: Date, id: number, eventOf: (row: EventContact) => Occurrence) {
  recordEvents(tx, now, (await readContacts(tx, [id])).map(eventOf))
}

function nameOf({ name }: Person): string | undefined {
  const trimmed = name?.trim()
  return trimmed ? trimmed.slice(0, lengths.recipientName).toWellFormed() : undefined
}
