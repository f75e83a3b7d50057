// Limits of send requests: at most a number of messages with the same key to one recipient in a period.
import { byKey } from '../../lib/by-key.ts'
import { later } from '../../lib/clock.ts'
import { timing } from '../../limits.ts'
import {
  type CountedMessage,
  type LimitRow,
  lockLimits,
  readStatuses,
  saveLimits,
} from '../../store/admission/message-limits.ts'
import type { Transaction } from '../../store/database.ts'
import { type Entry, type Limited, type Rendered, refuseEntry, withoutOutcome } from '../entry.ts'
import type { MessageLimit } from '../request.ts'

/** The messages of one set that share a recipient and a key, with the row that counts them. */
interface LimitedGroup {
  /** Its counted messages are those that did not fail. */
  row: LimitRow
  entries: Restricted[]
}

type Restricted = Rendered & { parsed: { limit: MessageLimit } }

/** The limits of a set, between the decision and the charge. */
export interface SetLimits {
  /** Stores which messages were accepted. Call this after the charge, which may refuse messages. */
  store(): void
}

/**
 * Suppresses the messages that are over their limits. Their outcome is `limited` and describes the newest counted
 * message. Messages count in their order in the set. A message that failed does not count. Locks the limits until the
 * transaction ends. Without a limited message, runs no statement.
 */
export async function applyLimits(tx: Transaction, now: Date, entries: Rendered[]): Promise<SetLimits> {
  const restricted = entries.filter(isRestricted)
  if (restricted.length === 0) return { store: () => {} }
  const groups = await readGroups(tx, now, restricted)
  const statuses = await statusesOf(tx, groups)
  for (const group of groups) {
    group.row.counted = group.row.counted.filter(({ id }) => (statuses.get(id) ?? 'failed') !== 'failed')
    suppress(group, now, statuses)
  }
  return { store: () => storeGroups(tx, now, groups) }
}

function isRestricted(entry: Rendered): entry is Restricted {
  return entry.parsed.limit !== undefined
}

async function readGroups(tx: Transaction, now: Date, entries: Restricted[]): Promise<LimitedGroup[]> {
  const groups = byKey(entries, ({ recipient, parsed }) => groupName(recipient.id, parsed.limit.key))
  const keys = [...groups.values()].map(([{ sender, recipient, parsed }]) => ({
    workspace_id: sender.workspaceId,
    recipient_id: recipient.id,
    key: parsed.limit.key,
  }))
  const rows = await lockLimits(tx, now, keys)
  return rows.map((row) => ({ row, entries: groups.get(groupName(row.recipient_id, row.key)) ?? [] }))
}

function groupName(recipientId: number, key: string): string {
  return `${recipientId}/${key}`
}

async function statusesOf(tx: Transaction, groups: LimitedGroup[]): Promise<Map<number, string>> {
  const ids = groups.flatMap(({ row }) => row.counted.map(({ id }) => id))
  const rows = ids.length > 0 ? await readStatuses(tx, ids) : []
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/** Decides about the messages of a group in order. */
function suppress({ row, entries }: LimitedGroup, now: Date, statuses: Map<number, string>): void {
  const counted = row.counted.flatMap(({ id, at }) => {
    const status = statuses.get(id)
    return status === undefined ? [] : [{ deliveryId: id, at: new Date(at), status }]
  })
  for (const entry of entries) {
    const { most, per } = entry.parsed.limit
    const recent = counted.filter(({ at }) => at > later(now, -per))
    const newest = recent.at(-1)
    if (newest && recent.length >= most) entry.outcome = limitedBy(entry, newest)
    else {
      entry.counted = recent.length + 1
      counted.push({ deliveryId: entry.deliveryId, at: now, status: 'queued' })
    }
  }
}

function limitedBy({ parsed }: Entry, { deliveryId, status }: { deliveryId: number; status: string }): Limited {
  return { kind: 'limited', deliveryId, status, idempotencyKey: parsed.request.idempotency_key ?? null }
}

/**
 * Stores the accepted messages. A message that was suppressed by a message of the same set, which was then refused, is
 * refused for the same reason.
 */
function storeGroups(tx: Transaction, now: Date, groups: LimitedGroup[]): void {
  for (const { entries } of groups) refuseWithOthers(entries)
  saveLimits(
    tx,
    groups.map((group) => rowAfter(group, now)),
  )
}

function refuseWithOthers(entries: Restricted[]): void {
  const refused = new Map(
    entries.flatMap(({ deliveryId, outcome }) => (outcome?.kind === 'refused' ? [[deliveryId, outcome.refusal]] : [])),
  )
  for (const entry of entries) {
    const refusal = entry.outcome?.kind === 'limited' ? refused.get(entry.outcome.deliveryId) : undefined
    if (refusal) refuseEntry(entry, refusal)
  }
}

function rowAfter({ row, entries }: LimitedGroup, now: Date): LimitRow {
  const accepted: CountedMessage[] = withoutOutcome(entries).map(({ deliveryId: id }) => ({
    id,
    at: now.toISOString(),
  }))
  const longest = Math.max(...entries.map(({ parsed }) => parsed.limit.per))
  return {
    ...row,
    counted: [...row.counted, ...accepted].slice(-timing.limitMost),
    expires_at: accepted.length > 0 && later(now, longest) > row.expires_at ? later(now, longest) : row.expires_at,
  }
}
