// Opt-outs from a channel. They come from unsubscribe links, from reports of providers, and from the list that members
// edit. An opt-out is a suppression with the reason `unsubscribed`.
import { brand } from '../brand.ts'
import type { PreferenceEvent } from '../channels/bounces.ts'
import { type ChannelName, channelOf, channels } from '../channels/index.ts'
import { refuse, refuseInvalid } from '../errors.ts'
import type { Seal } from '../lib/seal.ts'
import { DAY } from '../limits.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import { readMessageOfLink } from '../store/delivery/deliveries.ts'
import { listCategories } from '../store/recipients/categories.ts'
import { findRecipient } from '../store/recipients/recipients.ts'
import { findHolders } from '../store/recipients/suppressed-recipients.ts'
import {
  type ChannelAddress,
  deleteSuppression,
  deleteSuppressionUpTo,
  findSuppression,
  findSuppressionById,
  type SuppressionFilter,
  type SuppressionRow,
} from '../store/recipients/suppressions.ts'
import { findWorkspace } from '../store/workspaces/workspaces.ts'
import type { SuppressionOrigin, SuppressionReason } from '../suppression-reasons.ts'
import { brandOf } from '../workspaces/brand.ts'
import { linkedCategory } from './preferences/one-click.ts'
import { addSuppression, suppress, suppressionsOf } from './suppressions.ts'

/**
 * The delivery that contains an unsubscribe link, and the address that the link opts out. The link of a test message has
 * no delivery.
 */
export interface OptOutSubject {
  workspaceId: number
  mode: 'live' | 'test'
  deliveryId: number | null
  address: string
}

const PURPOSE = 'unsubscribe'

/**
 * Returns the unsubscribe link of a delivery. The link's token never expires and is not stored. It is encrypted and
 * authenticated, so it cannot be guessed or changed. A log that contains the link does not reveal the address. All
 * attempts of a delivery contain the same link, because a provider compares the requests with one idempotency key.
 */
export function unsubscribeUrl(seal: Seal, publicUrl: string, subject: OptOutSubject): string {
  const { workspaceId, mode, deliveryId, address } = subject
  const token = seal.closeSame(JSON.stringify([workspaceId, mode, deliveryId, address]), PURPOSE).toString('base64url')
  return `${publicUrl}${brand.basePath}/${brand.segment}/unsubscribe/${token}`
}

/**
 * Returns the data of the unsubscribe page: the workspace, the address, the languages, and whether the address is already
 * opted out.
 */
export async function unsubscribeSubject(db: Database, seal: Seal, now: Date, token: string) {
  const subject = subjectOf(seal, token)
  const workspace = subject && (await findWorkspace(db, subject.workspaceId))
  if (!subject || !workspace) return undefined
  const { workspaceId, deliveryId } = subject
  const message = deliveryId === null ? undefined : await readMessageOfLink(db, workspaceId, deliveryId)
  const locale = message?.locale ?? undefined
  const optedOut = await findSuppression(db, emailOf(subject), 'unsubscribed')
  const hasCategories = message !== undefined && (await listCategories(db, workspaceId)).length > 0
  const category = await linkedCategory(db, now, workspaceId, deliveryId, message)
  const recipientId = message?.recipient_id ?? (await findHolders(db, [emailOf(subject)]))[0]?.id
  const recipient = recipientId === undefined ? undefined : await findRecipient(db, workspaceId, recipientId)
  // Only the preference page lifts this opt-out, because it applies to all channels.
  const isUnsubscribed = recipient?.unsubscribed_at instanceof Date
  return {
    subject,
    brand: brandOf(workspace),
    locales: [...(locale === undefined ? [] : [locale]), workspace.default_locale],
    done: isUnsubscribed || optedOut !== undefined || category?.isDeclined === true,
    canUndo: !isUnsubscribed && (optedOut === undefined ? category?.canUndo === true : canUndo(optedOut, now)),
    category: isUnsubscribed || optedOut !== undefined ? undefined : category,
    choices: recipient && (hasCategories || isUnsubscribed) ? { workspaceId, recipientId: recipient.id } : undefined,
  }
}

/**
 * An opt-out by the link can be undone for a day. Later, a person to whom the email was forwarded could subscribe the
 * recipient again.
 */
function canUndo({ origin, at }: SuppressionRow, now: Date): boolean {
  return origin === 'link' && now.getTime() - at.getTime() < DAY
}

/** Undoes an opt-out by the link. Returns false if there is no such opt-out, or if it can no longer be undone. */
export async function undoOptOut(db: Database, now: Date, subject: OptOutSubject): Promise<boolean> {
  return transaction(db, async (tx) => {
    const optedOut = await findSuppression(tx, emailOf(subject), 'unsubscribed')
    if (optedOut === undefined || !canUndo(optedOut, now)) return false
    return (await deleteSuppression(tx, subject.workspaceId, optedOut.id)) !== undefined
  })
}

export async function optOut(db: Database, now: Date, subject: OptOutSubject): Promise<void> {
  await transaction(db, (tx) =>
    suppress(tx, now, [optOutRow(emailOf(subject), now, { origin: 'link', deliveryId: subject.deliveryId })]),
  )
}

/** Adds an opt-out that a member enters, for example an opt-out from another system. */
export async function addOptOut(
  db: Database,
  now: Date,
  {
    workspaceId,
    mode,
    channel,
    address,
  }: { workspaceId: number; mode: 'live' | 'test'; channel: ChannelName; address: string },
) {
  if (channelOf(channel).optOuts === undefined) refuseInvalid({ channel: [`recipients can't opt out of ${channel}`] })
  const holder = { workspace_id: workspaceId, mode, channel, address }
  return optOutBody(await addSuppression(db, now, { ...holder, reason: 'unsubscribed', note: null }))
}

/**
 * Returns the opt-outs that match the filter. The filter's `address` must be a complete address. If the filter has no
 * channel, the result contains the opt-outs of all channels.
 */
export async function optOutsOf(
  c: Connection,
  workspaceId: number,
  filter: Omit<SuppressionFilter, 'reason' | 'addresses'> & { address?: string },
) {
  return (await suppressionsOf(c, workspaceId, { ...filter, reason: 'unsubscribed' })).map(optOutBody)
}

/** Removes an opt-out. From then on, new messages to the address are sent. */
export async function liftOptOut(c: Connection, workspaceId: number, id: number): Promise<void> {
  const row = await findSuppressionById(c, workspaceId, id)
  if (row?.reason !== 'unsubscribed' || !(await deleteSuppression(c, workspaceId, id)))
    refuse('not_found', `No opt-out ${id} in this workspace.`)
}

function subjectOf(seal: Seal, token: string): OptOutSubject | undefined {
  try {
    // Decryption succeeds only for a token that `unsubscribeUrl` has created.
    const values: [number, 'live' | 'test', number | null, string] = JSON.parse(
      seal.open(Buffer.from(token, 'base64url'), PURPOSE),
    )
    const [workspaceId, mode, deliveryId, address] = values
    return { workspaceId, mode, deliveryId, address }
  } catch {
    return undefined
  }
}

/** The channel is always email, because only emails contain unsubscribe links. */
function emailOf({ workspaceId, mode, address }: OptOutSubject): ChannelAddress {
  return { workspace_id: workspaceId, mode, channel: 'email', address }
}

function optOutRow(
  holder: ChannelAddress,
  at: Date,
  {
    reason = 'unsubscribed',
    origin,
    deliveryId = null,
  }: { reason?: SuppressionReason; origin: SuppressionOrigin; deliveryId?: number | null },
) {
  return { ...holder, reason, origin, detail: null, note: null, delivery_id: deliveryId, at }
}

/**
 * Applies an opt-in or opt-out that a provider has reported. An opt-in has no effect if it is older than the stored
 * opt-out. It lifts only an opt-out that a provider reported, because the provider does not know the others. A stop word
 * and its counterpart change only the suppression with the reason `stop_word`.
 */
export async function noteWish(
  tx: Transaction,
  now: Date,
  { workspaceId, channel }: { workspaceId: number; channel: string },
  { address, optedIn, byWord, at }: Pick<PreferenceEvent, 'address' | 'optedIn' | 'byWord' | 'at'>,
  deliveryId: number | null,
): Promise<void> {
  const holder = { workspace_id: workspaceId, mode: 'live' as const, channel, address }
  const reason = byWord === undefined ? 'unsubscribed' : 'stop_word'
  const origin = byWord === 'reply' ? 'reply' : 'provider'
  if (!optedIn) await suppress(tx, now, [optOutRow(holder, at, { reason, origin, deliveryId })])
  else await deleteSuppressionUpTo(tx, holder, { reason, at, ...(byWord === undefined ? { origin } : {}) })
}

/**
 * Returns the opt-out as the API shows it. A row from a newer version may contain a channel that this version does not
 * support.
 */
function optOutBody({ id, mode, channel, address, delivery_id, at }: SuppressionRow) {
  const blocks = channels.find(({ name }) => name === channel)?.optOuts ?? 'all'
  return { id, mode, channel, blocks, address, delivery_id, at: at.toISOString() }
}
