// Describes the fallback of a delivery: its steps, and why each of them started or not.
import type { Connection } from '../../store/database.ts'
import type { StepFacts } from '../../store/fallbacks/due.ts'
import type { FallbackRow } from '../../store/fallbacks/view.ts'
import { readFallback } from '../../store/fallbacks/view.ts'

/** Returns the fallback of a delivery, or null for a delivery without one. */
export async function fallbackOf(c: Connection, row: { workspace_id: number; fallback_id: number | null }) {
  if (row.fallback_id === null) return null
  const found = await readFallback(c, row.workspace_id, row.fallback_id)
  return found ? fallbackBody(found.fallback, found.steps) : null
}

export function fallbackBody(fallback: FallbackRow, steps: StepFacts[]) {
  return {
    id: fallback.id,
    state: fallback.ended_at === null ? ('open' as const) : ('ended' as const),
    ended_reason: fallback.ended_reason,
    ended_at: fallback.ended_at?.toISOString() ?? null,
    next_at: fallback.ended_at === null ? (fallback.look_at?.toISOString() ?? null) : null,
    steps: steps.map((step) => ({
      channel: step.channel,
      after_seconds: step.after_ms === null ? null : step.after_ms / 1000,
      unless: step.position === 0 ? null : step.unless,
      state: step.state,
      reason: step.reason,
      decided_at: step.decided_at?.toISOString() ?? null,
      delivery_id: step.delivery_id,
      status: step.status,
      acted: step.acted,
    })),
  }
}
