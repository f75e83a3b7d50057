// The events of a fallback: a later step started, and the fallback ended.
import { aboutDelivery, type Occurrence } from '../events/catalog.ts'
import type { EndReason, StepFacts } from '../store/fallbacks/due.ts'
import type { StartingStep } from '../store/fallbacks/starting.ts'

/** Returns the event of a step that started. `before` are the steps before the start, in order. */
export function stepStarted(step: StartingStep, deliveryId: number, before: StepFacts[]): Occurrence {
  const previous = before.findLast(({ state, position }) => state === 'started' && position < step.position)
  return {
    event: 'fallback.step_started',
    workspaceId: step.workspace_id,
    mode: step.mode,
    subject: aboutDelivery(step.fallback_id),
    data: {
      fallback_id: String(step.fallback_id),
      step: step.position + 1,
      channel: step.channel,
      message_id: String(deliveryId),
      previous_status: previous?.status ?? null,
    },
  }
}

/** A fallback that ends, with the mode of its messages. */
export interface Ended {
  id: number
  workspace_id: number
  mode: 'live' | 'test'
  reason: EndReason
}

export function fallbackEnded({ id, workspace_id, mode, reason }: Ended, steps: StepFacts[]): Occurrence {
  const started = steps.filter(({ state }) => state === 'started')
  return {
    event: 'fallback.ended',
    workspaceId: workspace_id,
    mode,
    subject: aboutDelivery(id),
    data: {
      fallback_id: String(id),
      reason,
      steps_started: started.length,
      message_id: String(started.at(-1)?.delivery_id ?? id),
    },
  }
}
