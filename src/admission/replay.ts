// Idempotency: a message that repeats a key within an hour gets the delivery of the first message (decision 9).
import { byKey } from '../lib/by-key.ts'
import { later } from '../lib/clock.ts'
import { pairs } from '../lib/pairs.ts'
import { windows } from '../limits.ts'
import {
  type AssignedIds,
  assignDeliveryIds,
  dropClaims,
  findFirst,
  type IdempotencyClaim,
} from '../store/admission/idempotency.ts'
import type { Transaction } from '../store/database.ts'
import { type Entry, withoutOutcome } from './entry.ts'

/** Assigns delivery ids to the entries and claims their idempotency keys. Each key must occur at most once. */
export async function assignEntryIds(tx: Transaction, now: Date, entries: Entry[]): Promise<AssignedIds> {
  if (entries.length === 0) return { ids: [], claimed: new Set() }
  const messages = entries.map(({ sender, parsed }) => ({
    workspace_id: sender.workspaceId,
    mode: sender.mode,
    key: parsed.request.idempotency_key,
    body_hash: parsed.bodyHash,
  }))
  const assigned = await assignDeliveryIds(tx, now, later(now, -windows.idempotency), messages)
  for (const [entry, id] of pairs(entries, assigned.ids)) entry.deliveryId = id
  return assigned
}

/**
 * Marks an entry as replayed if its key was already used. `claimed` contains the ids of the deliveries that claimed a
 * new key.
 */
export async function replayUsedKeys(tx: Transaction, entries: Entry[], claimed: Set<number>): Promise<void> {
  const taken = withoutOutcome(entries).flatMap((entry) => {
    const claim = claimed.has(entry.deliveryId) ? undefined : claimOf(entry)
    return claim ? [{ entry, claim }] : []
  })
  if (taken.length === 0) return
  const claims = taken.map(({ claim }) => claim)
  const first = new Map((await findFirst(tx, claims)).map((row) => [identity(row), row]))
  for (const { entry, claim } of taken) {
    const row = first.get(identity(claim))
    if (!row) throw new Error(`idempotency key without its first delivery: ${claim.key}`)
    entry.outcome = {
      kind: 'replayed',
      deliveryId: row.delivery_id,
      status: row.status,
      idempotencyKey: claim.key,
      bodyMismatch: row.body_hash !== claim.body_hash,
    }
  }
}

/** Deletes the claims of refused and limited messages before COMMIT, so that their keys can be used again. */
export function forgetRefusedKeys(tx: Transaction, entries: Entry[]): void {
  const isUnsent = ({ outcome }: Entry) => outcome?.kind === 'refused' || outcome?.kind === 'limited'
  const claims = entries.flatMap((entry) => (isUnsent(entry) && claimOf(entry)) || [])
  if (claims.length > 0) dropClaims(tx, claims)
}

/**
 * Splits entries into turns in which each idempotency key occurs only once. An entry with a repeated key then finds the
 * outcome of the first entry.
 */
export function inTurns(entries: Entry[]): Entry[][] {
  const seen = new Map<string, number>()
  const turnOf = (entry: Entry) => {
    const claim = claimOf(entry)
    if (!claim) return 0
    const name = identity(claim)
    const turn = seen.get(name) ?? 0
    seen.set(name, turn + 1)
    return turn
  }
  return [...byKey(entries, turnOf).values()]
}

/** Returns the claim of a message's idempotency key, or undefined without a key. */
function claimOf({ sender, parsed, deliveryId }: Entry): IdempotencyClaim | undefined {
  const key = parsed.request.idempotency_key
  if (key === undefined) return undefined
  return {
    workspace_id: sender.workspaceId,
    mode: sender.mode,
    key,
    delivery_id: deliveryId,
    body_hash: parsed.bodyHash,
  }
}

function identity({ workspace_id, mode, key }: { workspace_id: number; mode: string; key: string }): string {
  return `${workspace_id}/${mode}/${key}`
}
