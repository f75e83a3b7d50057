// Forecasts the steps of a message: when each of them would start if every step is sent at its time, and none of them is
// confirmed. It uses the decisions of the starter, so that the forecast cannot differ from them.
import { fallbackExpiry } from '../admission/fallback/record.ts'
import type { PlannedStep } from '../admission/fallback/schema.ts'
import type { ParsedSend } from '../admission/request.ts'
import type { ZonedHours } from '../lib/quiet-hours/period.ts'
import { quietUntil } from '../lib/quiet-hours/period.ts'
import type { StepFacts } from '../store/fallbacks/due.ts'
import { decide } from './decide.ts'

export interface Forecast {
  /** Undefined for a step that starts only after a failure, or not at all. */
  startsAt?: Date
  /** The end of the quiet hours in which the step starts. */
  deferredUntil?: Date
}

interface Forecasted {
  parsed: ParsedSend
  steps: PlannedStep[]
  /** The quiet hours that the message respects. */
  quietHours?: ZonedHours
}

/** Returns the forecast of each step. `due` is the time at which the first step is due without quiet hours. */
export function forecastSteps({ parsed, steps, quietHours }: Forecasted, now: Date, due: Date): Forecast[] {
  const fallback = { start_now: false, expires_at: fallbackExpiry(parsed, now) }
  const facts = steps.map(factsOf)
  const forecasts = steps.map((): Forecast => ({}))
  /** Sends a step at its time, or at the end of the quiet hours. Returns the time at which it is sent. */
  const send = (position: number, at: Date): Date => {
    const end = quietHours && quietUntil(quietHours, at)
    forecasts[position] = { startsAt: at, ...(end ? { deferredUntil: end } : {}) }
    const sent = end ?? at
    const step = facts[position]
    const line = { status: 'sent' as const, at: sent.toISOString() }
    if (step) Object.assign(step, { state: 'started', status: 'sent', history: [line] })
    return sent
  }
  const first = steps.findIndex(({ state }) => state === 'started')
  let at: Date | null = send(first, due)
  // Each round starts a step or moves the time, so two rounds for each step are enough.
  for (let round = 0; at && round < 2 * steps.length; round++) {
    const { next } = decide(at, fallback, facts)
    if (next.kind === 'end') break
    at = next.kind === 'start' ? send(next.position, at) : next.until
  }
  return forecasts
}

function factsOf({ channel, after, unless, state, reason }: PlannedStep, position: number): StepFacts {
  const delivery = { delivery_id: null, status: null, error_code: null, send_until: null, history: null, acted: false }
  const waits = state === 'started' ? 'waiting' : state
  return {
    fallback_id: 0,
    position,
    channel,
    after_ms: after ?? null,
    unless,
    state: waits,
    reason,
    decided_at: null,
    ...delivery,
  }
}
