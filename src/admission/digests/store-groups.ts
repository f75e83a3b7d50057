// Stores the messages of digests, after the charge: their items, and the deliveries of their idempotency keys.
import { digests as limits } from '../../limits.ts'
import type { Transaction } from '../../store/database.ts'
import {
  type DigestKey,
  dropDigests,
  insertDigestItems,
  moveClaims,
  type NewDigestItem,
} from '../../store/digests/open-digests.ts'
import type { DigestItems } from '../../templates/digest-values.ts'
import type { Charged, Entry, Rendered } from '../entry.ts'
import type { MessageDigest } from './request.ts'

/** A message with a digest. */
export type Collected = Rendered & { parsed: { digest: MessageDigest; items: DigestItems } }

/** The messages of one set that have the same digest. */
export interface Group {
  key: DigestKey
  entries: [Collected, ...Collected[]]
  /** The delivery of the digest, and the number of its items before this set. */
  deliveryId: number
  items: number
  /** The time at which the digest closes if no message joins it after this set. */
  closesAt: Date
  /** Whether the first message of the group opens the digest. */
  opens: boolean
}

/**
 * Stores the items of the accepted messages. If the message that opened a digest was refused or is over its limit, the
 * digest is deleted, and the messages of the set that joined it get the same outcome.
 */
export function storeGroups(tx: Transaction, now: Date, groups: Group[], joined: Charged[]): Charged[] {
  const unopened = groups.filter(({ opens, entries: [first] }) => opens && first.outcome !== undefined)
  if (unopened.length > 0)
    dropDigests(
      tx,
      unopened.map(({ deliveryId }) => deliveryId),
    )
  for (const { entries } of unopened) followFirst(entries)
  const stored = groups.filter((group) => !unopened.includes(group))
  if (stored.length > 0) insertDigestItems(tx, now, stored.flatMap(itemsOf))
  const accepted = joined.filter(({ outcome }) => outcome?.kind === 'accepted')
  const claims = accepted.flatMap(claimOf)
  if (claims.length > 0) moveClaims(tx, claims)
  return accepted
}

function followFirst([first, ...others]: [Collected, ...Collected[]]): void {
  const { outcome } = first
  if (outcome === undefined) return
  for (const entry of others) {
    const idempotencyKey = entry.parsed.request.idempotency_key ?? null
    entry.outcome = outcome.kind === 'limited' ? { ...outcome, idempotencyKey } : outcome
  }
}

function itemsOf({ deliveryId, entries, items }: Group): NewDigestItem[] {
  return entries.map(({ parsed }, index) => {
    const position = items + index + 1
    const item = position > limits.items ? null : (parsed.items.list[0] ?? null)
    return { delivery_id: deliveryId, position, item, characters: item === null ? 0 : JSON.stringify(item).length }
  })
}

function claimOf({ sender, parsed, deliveryId, outcome }: Entry) {
  const { idempotency_key: key } = parsed.request
  if (key === undefined || outcome?.kind !== 'accepted') return []
  return [
    {
      workspace_id: sender.workspaceId,
      mode: sender.mode,
      key,
      from_id: deliveryId,
      to_id: outcome.deliveryId,
    },
  ]
}
