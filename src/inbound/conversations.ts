// Stores the messages from recipients, and lists them in conversations together with the deliveries to these
// recipients.
import type { InboundEvent } from '../channels/inbound.ts'
import { refuse, refuseInvalid } from '../errors.ts'
import { MASK } from '../lib/text/mask.ts'
import { type Masking, maskedFile, maskingsOf, NOTHING_MASKED, type Visibility } from '../redaction/sensitive.ts'
import type { Connection, Transaction } from '../store/database.ts'
import { readStates, type ShownState } from '../store/delivery/list/shown-states.ts'
import { findByExternalId } from '../store/delivery/reported-messages.ts'
import {
  type ConversationRow,
  type EntryRow,
  findConversation,
  insertMessage,
  listConversations,
  listEntries,
  touchConversation,
} from '../store/inbound/conversations.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'

/** The connection that received a message, and its lane. A conversation belongs to a lane. */
export interface ConversationPlace {
  workspaceId: number
  channel: string
  connectionId: number
  lane: number
}

/** Stores a recipient's message. Returns undefined if the message is already stored. */
export async function storeMessage(
  tx: Transaction,
  now: Date,
  place: ConversationPlace,
  recipientId: number,
  message: Pick<Extract<InboundEvent, { kind: 'message' }>, 'id' | 'text' | 'at'> &
    Partial<Pick<Extract<InboundEvent, { kind: 'message' }>, 'media' | 'repliesTo'>>,
): Promise<{ id: number; conversationId: number } | undefined> {
  const conversationId = await noteActivity(tx, now, place, recipientId, message.at)
  const { workspaceId, connectionId } = place
  const answered = message.repliesTo === undefined ? undefined : await findByExternalId(tx, place, message.repliesTo)
  const id = await insertMessage(tx, now, {
    workspaceId,
    conversationId,
    connectionId,
    providerId: message.id,
    body: message.text ?? null,
    media: message.media ?? [],
    deliveryId: answered?.id ?? null,
    at: message.at,
  })
  return id === undefined ? undefined : { id, conversationId }
}

/**
 * Records that the recipient was active at the time `at`, and thereby opens the conversation window. Returns the
 * conversation's id.
 */
export async function noteActivity(
  tx: Transaction,
  now: Date,
  { workspaceId, channel, lane }: ConversationPlace,
  recipientId: number,
  at: Date,
): Promise<number> {
  // If the provider's clock is fast, `at` is in the future. Such a time must not extend the window.
  const activeAt = at < now ? at : now
  return touchConversation(tx, now, { workspaceId, recipientId, channel, connectionId: lane, at: activeAt })
}

/**
 * Returns a page of conversations. The conversation with the latest message comes first. `cursor` is the `next_cursor`
 * of the previous page.
 */
export async function conversationsOf(
  c: Connection,
  workspaceId: number,
  { cursor, limit, ...filter }: { channel?: string; recipient?: number; cursor?: string; limit: number },
) {
  await requireWorkspace(c, workspaceId)
  const before = cursor === undefined ? undefined : readCursor(cursor)
  const rows = await listConversations(c, workspaceId, { ...filter, before, limit: limit + 1 })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    data: rows.slice(0, limit).map(conversationBody),
    next_cursor: last ? writeCursor({ at: last.last_inbound_at, id: last.id }) : null,
  }
}

/** Returns a conversation with a page of its messages from and to the recipient. The newest message comes first. */
export async function conversationOf(
  c: Connection,
  now: Date,
  workspaceId: number,
  id: number,
  { cursor, limit }: { cursor?: string; limit: number },
  visibility: Visibility,
) {
  const row =
    (await findConversation(c, workspaceId, id)) ?? refuse('not_found', `No conversation ${id} in this workspace.`)
  const before = cursor === undefined ? undefined : readCursor(cursor)
  const entries = await listEntries(c, workspaceId, row, before, limit + 1)
  const last = entries.length > limit ? entries[limit - 1] : undefined
  const shown = entries.slice(0, limit)
  const maskings = await entryMaskings(c, workspaceId, shown, visibility)
  const sent = shown.flatMap(({ direction, id: deliveryId }) => (direction === 'out' ? deliveryId : []))
  const states = await readStates(c, workspaceId, sent, now)
  return {
    ...conversationBody(row),
    messages: shown.map((entry) => ({
      ...entryBody(entry, visibility, maskings.get(entry)),
      ...stateOf(entry, states),
    })),
    next_cursor: last ? writeCursor(last) : null,
  }
}

interface EntryPosition {
  at: Date
  direction: 'in' | 'out'
  id: number
}

function writeCursor({ at, direction = 'in', id }: Omit<EntryPosition, 'direction'> & Partial<EntryPosition>): string {
  return Buffer.from(`${at.getTime()}.${direction}.${id}`).toString('base64url')
}

function readCursor(cursor: string): EntryPosition {
  const [, at, direction, id] =
    /^(\d{1,15})\.(in|out)\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (at === undefined) return refuseInvalid({ cursor: ['is not a cursor of this list'] })
  return { at: new Date(Number(at)), direction: direction === 'in' ? 'in' : 'out', id: Number(id) }
}

function conversationBody(row: ConversationRow) {
  return {
    id: row.id,
    channel: row.channel,
    source_id: row.source_id,
    recipient: { id: row.recipient_id, name: row.recipient_name },
    last_message_at: row.last_inbound_at.toISOString(),
    last_message: row.last_body,
    created_at: row.created_at.toISOString(),
  }
}

/**
 * Returns what to mask in each delivery on the page. Masks nothing in messages from the recipient, and nothing for
 * admins and owners.
 */
async function entryMaskings(c: Connection, workspaceId: number, entries: EntryRow[], visibility: Visibility) {
  if (visibility === 'full') return new Map<EntryRow, Masking>()
  const sent = entries.flatMap((entry) => {
    const { template_slug, accepted_at, vars, sensitive } = entry
    if (template_slug === null || accepted_at === null) return []
    return [{ entry, parts: { template_slug, accepted_at, vars, sensitive } }]
  })
  const maskings = await maskingsOf(
    c,
    workspaceId,
    sent.map(({ parts }) => parts),
  )
  return new Map(sent.map(({ entry }, place) => [entry, maskings[place] ?? NOTHING_MASKED]))
}

/** Returns the state of a message to the recipient. A delivery that was deleted meanwhile has none. */
function stateOf({ direction, id }: EntryRow, states: Map<number, ShownState>): Partial<ShownState> {
  return (direction === 'out' && states.get(id)) || {}
}

function entryBody(row: EntryRow, visibility: Visibility, { text }: Masking = NOTHING_MASKED) {
  const { direction, id, at, media, delivery_id, status, template_slug } = row
  const masked = text === 'masked' ? row.masked_body : MASK
  return {
    direction,
    id,
    at: at.toISOString(),
    body: text === 'plain' ? row.body : (masked ?? MASK),
    media: direction === 'out' && visibility === 'masked' ? media.map(maskedFile) : media,
    delivery_id,
    ...(direction === 'out' ? { status, template_slug } : {}),
  }
}
