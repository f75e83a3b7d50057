// Stores accepted messages: deliveries with their history, action tokens and attachments.
import { newTokenId, tokenOf } from '../actions/token.ts'
import { byKey } from '../lib/by-key.ts'
import { later } from '../lib/clock.ts'
import { createTurnCounter, nextTurn, partsByWeight } from '../lib/scheduling/turns-of-work.ts'
import type { Seal } from '../lib/seal.ts'
import { monthOf } from '../lib/text/date-time.ts'
import { bodyWork, windows } from '../limits.ts'
import {
  type DeliveryGroup,
  type GroupedDeliveries,
  insertAttachment,
  insertDeliveries,
  type NewActionToken,
  type NewDelivery,
} from '../store/admission/record.ts'
import type { Transaction } from '../store/database.ts'
import { UNTIL_CLOSED } from './digests/join.ts'
import { digestEnd } from './digests/request.ts'
import { type Accepted, type Charged, weightOf } from './entry.ts'

/** Maximum number of attachment bytes that are written in one turn of the event loop. */
const MOST_BYTES = 2 * 1024 * 1024

const PRIORITIES = { low: 0, normal: 1, high: 2 } as const

/**
 * Stores the messages and sets their outcomes. `maxAge` is the number of milliseconds after which a due message is too
 * old.
 */
export async function recordDeliveries(
  tx: Transaction,
  now: Date,
  seal: Seal,
  maxAge: number,
  entries: Charged[],
): Promise<void> {
  // Use one statement, unless the messages are so large that the statement would block other requests.
  const parts = partsByWeight(entries, weightOf, bodyWork.inOneTurn)
  for (const [index, part] of parts.entries()) {
    if (index > 0) await nextTurn()
    const tokens: NewActionToken[] = []
    for (const entry of part) {
      const own = tokensOf(entry, now)
      tokens.push(...own)
      entry.outcome = acceptedOutcome(entry, now, own, seal)
    }
    insertDeliveries(tx, now, groupsOf(part, now, maxAge), tokens)
  }
  const turns = createTurnCounter(MOST_BYTES)
  for (const attachment of entries.flatMap(attachmentsOf)) {
    const pause = turns.pause(attachment.bytes.length)
    if (pause) await pause
    insertAttachment(tx, attachment)
  }
}

/** Returns the time after which the message is not sent. */
export function expiryOf(entry: Charged, now: Date, maxAge: number): Date {
  const oldest = later(dueAt(entry, now), maxAge)
  const { expiresAfter } = entry.parsed
  if (expiresAfter === undefined) return oldest
  const stated = later(requestedAt(entry, now), expiresAfter)
  return stated < oldest ? stated : oldest
}

/** Returns the time at which the message is sent: the requested time, or the end of quiet hours at this time. */
function dueAt(entry: Charged, now: Date): Date {
  return entry.quietUntil ?? requestedAt(entry, now)
}

/** Returns the time at which the message is due without quiet hours. */
export function requestedAt({ parsed }: Charged, now: Date): Date {
  if (parsed.digest) return later(now, parsed.digest.atMost)
  return parsed.scheduledFor !== undefined && parsed.scheduledFor > now ? parsed.scheduledFor : now
}

/** Groups the messages of a set. The messages of a group differ only in recipient, content and trace. */
function groupsOf(entries: Charged[], now: Date, maxAge: number): GroupedDeliveries[] {
  return [...byKey(entries, groupName).values()].map((members) => ({
    group: groupOf(members[0], now, maxAge),
    deliveries: members.map(deliveryOf),
  }))
}

/** Returns a text that is equal for all messages of a group. */
function groupName({ sender, parsed, charge, lane, channel, quietUntil }: Charged): string {
  const { template, priority } = parsed.request
  const sent = `${sender.sourceId}/${sender.keyId}/${sender.mode}/${lane}/${channel}/${template}/${priority}`
  const due = `${parsed.scheduledFor?.getTime()}/${parsed.expiresAfter}/${parsed.digest?.atMost}/${quietUntil?.getTime()}`
  return `${sent}/${due}/${charge?.account}/${charge?.cost}`
}

function groupOf(entry: Charged, now: Date, maxAge: number): DeliveryGroup {
  const { sender, parsed, lane, channel, charge } = entry
  const due = dueAt(entry, now)
  const expiry = expiryOf(entry, now, maxAge)
  return {
    workspace_id: sender.workspaceId,
    source_id: sender.sourceId,
    key_id: sender.keyId,
    mode: sender.mode,
    lane,
    channel,
    template_slug: parsed.request.template,
    priority: PRIORITIES[parsed.request.priority ?? 'normal'],
    // A message that expires during quiet hours fails at its expiry.
    ...(parsed.digest ? UNTIL_CLOSED : { ready: due <= now, next_at: (due < expiry ? due : expiry).toISOString() }),
    deferred_until: entry.quietUntil?.toISOString() ?? null,
    scheduled_for: parsed.scheduledFor?.toISOString() ?? null,
    expires_at: expiry.toISOString(),
    account: charge?.account ?? null,
    cost: charge?.cost ?? 0,
    period: monthOf(now),
  }
}

function deliveryOf({ deliveryId, recipient, address, content, trace }: Charged): NewDelivery {
  return { id: deliveryId, recipient_id: recipient.id, recipient_name: recipient.name, address, content, trace }
}

/**
 * Returns one token for each button. A token is valid for 72 hours after acceptance, or after the scheduled time of the
 * message (decision 24).
 */
function tokensOf(entry: Charged, now: Date): NewActionToken[] {
  if (entry.content.actions.length === 0) return []
  const expires_at = later(dueAt(entry, now), windows.actionToken).toISOString()
  return entry.content.actions.map(({ slug }, position) => ({
    id: newTokenId(),
    delivery_id: entry.deliveryId,
    position,
    slug,
    expires_at,
  }))
}

function attachmentsOf({ deliveryId, parsed }: Charged) {
  return parsed.attachments.flatMap(({ bytes, filename, mime_type }, position) =>
    bytes ? [{ deliveryId, position, filename, mimeType: mime_type ?? null, bytes }] : [],
  )
}

function acceptedOutcome(entry: Charged, now: Date, tokens: NewActionToken[], seal: Seal): Accepted {
  const { sender, recipient, deliveryId } = entry
  const { digest } = entry.parsed
  return {
    kind: 'accepted',
    deliveryId,
    mode: sender.mode,
    channel: entry.channel,
    recipient: { id: recipient.id, name: recipient.name, address: entry.address },
    template: entry.parsed.request.template,
    actions: tokens.map(({ id, slug, expires_at }) => ({
      slug,
      token: tokenOf(seal, { id, deliveryId, slug, expiresAt: new Date(expires_at) }),
    })),
    idempotencyKey: entry.parsed.request.idempotency_key ?? null,
    charge: entry.charge,
    ...(digest ? { digest: { result: 'opens', items: 1, closesAt: digestEnd(digest, now) } } : {}),
    ...(entry.steps ? { steps: entry.steps } : {}),
  }
}
