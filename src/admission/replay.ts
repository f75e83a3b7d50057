// Idempotency: the first message under a key is sent, every later one within the hour is answered with it (decision 9).
import { later } from '../lib/clock.ts'
import { windows } from '../limits.ts'
import type { Transaction } from '../store/database.ts'
import { claimKeys, dropClaims, findFirst, type IdempotencyClaim } from '../store/idempotency.ts'
import type { Entry } from './entry.ts'

/** Claims the keys of these entries, each key at most once; those that were taken become replays. */
export async function replayKnownKeys(tx: Transaction, now: Date, entries: Entry[]): Promise<void> {
  const keyed = entries.filter((entry) => entry.parsed.request.idempotency_key !== undefined)
  if (keyed.length === 0) return
  const claims = keyed.map(claimOf)
  const ours = await claimKeys(tx, now, later(now, -windows.idempotency), claims)
  if (ours.size === keyed.length) return
  const first = await findFirst(
    tx,
    claims.filter((claim) => !ours.has(claim.delivery_id)),
  )
  const byIdentity = new Map(first.map((row) => [identity(row), row]))
  for (const entry of keyed) {
    if (ours.has(entry.deliveryId)) continue
    const claim = claimOf(entry)
    const row = byIdentity.get(identity(claim))
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

/** A refused message stores nothing: its claim goes before COMMIT. */
export function forgetRefusedKeys(tx: Transaction, entries: Entry[]): void {
  const claims = entries
    .filter((entry) => entry.outcome?.kind === 'refused' && entry.parsed.request.idempotency_key !== undefined)
    .map(claimOf)
  if (claims.length > 0) dropClaims(tx, claims)
}

/** Entries by turns, so that a key stands at most once in a turn and its twin finds the first one decided. */
export function inTurns(entries: Entry[]): Entry[][] {
  const turns: Entry[][] = []
  const seen = new Map<string, number>()
  for (const entry of entries) {
    const key = entry.parsed.request.idempotency_key
    const name = key === undefined ? undefined : identity(claimOf(entry))
    const turn = name === undefined ? 0 : (seen.get(name) ?? 0)
    if (name !== undefined) seen.set(name, turn + 1)
    turns[turn] ??= []
    turns[turn]!.push(entry)
  }
  return turns
}

function claimOf({ sender, parsed, deliveryId }: Entry): IdempotencyClaim {
  return {
    workspace_id: sender.workspaceId,
    mode: sender.mode,
    key: parsed.request.idempotency_key!,
    delivery_id: deliveryId,
    body_hash: parsed.bodyHash,
  }
}

function identity({ workspace_id, mode, key }: { workspace_id: number; mode: string; key: string }): string {
  return `${workspace_id}/${mode}/${key}`
}
