// Describes the fallback of a delivery: its steps, and why each of them started or not.
import type { Connection } from '../../store/database.ts'
import { readStates, type ShownState } from '../../store/delivery/list/shown-states.ts'
import type { StepFacts } from '../../store/fallbacks/due.ts'
import type { FallbackRow } from '../../store/fallbacks/view.ts'
import { readFallback } from '../../store/fallbacks/view.ts'

/** Returns the fallback of a delivery, or null for a delivery without one. */
export async function fallbackOf(c: Connection, now: Date, row: { workspace_id: number; fallback_id: number | null }) {
  return row.fallback_id === null ? null : fallbackWithId(c, now, row.workspace_id, row.fallback_id)
}

/** Returns the fallback with this id, or null if the workspace has none. */
export async function fallbackWithId(c: Connection, now: Date, workspaceId: number, id: number) {
  const found = await readFallback(c, workspaceId, id)
  if (!found) return null
  const ids = found.steps.flatMap((step) => step.delivery_id ?? [])
  return fallbackBody(found.fallback, found.steps, await readStates(c, workspaceId, ids, now))
}

function fallbackBody(fallback: FallbackRow, steps: StepFacts[], states: Map<number, ShownState>) {
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
      ...deliveryState(states.get(step.delivery_id ?? 0)),
      acted: step.acted,
    })),
  }
}

function deliveryState(shown: ShownState | undefined) {
  return { delivery_state: shown?.state ?? null, attempts_made: shown?.attempts_made ?? null }
}
