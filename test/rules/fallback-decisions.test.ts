// The decision about the next step of a fallback.
import { describe, expect, it } from 'vitest'
import { decide } from '../../src/fallbacks/decide.ts'
import type { StepFacts } from '../../src/store/fallbacks/due.ts'

const HOUR = 3_600_000
const SENT = new Date('2030-01-31T09:00:00Z')
const after = (hours: number) => new Date(SENT.getTime() + hours * HOUR)

const step = (position: number, more: Partial<StepFacts>): StepFacts => ({
  fallback_id: 1,
  position,
  channel: 'email',
  after_ms: null,
  unless: 'delivered',
  state: 'waiting',
  reason: null,
  decided_at: null,
  delivery_id: null,
  status: null,
  error_code: null,
  send_until: null,
  history: null,
  acted: false,
  ...more,
})
const sent = step(0, { state: 'started', status: 'sent', history: [{ status: 'sent', at: SENT.toISOString() }] })
const expired = step(0, {
  state: 'started',
  status: 'failed',
  error_code: 'expired',
  history: [{ status: 'failed', at: after(24).toISOString() }],
})
const open = { start_now: false, expires_at: null }

describe('the next step of a fallback', () => {
  it('waits for the time of a step, also if the step before it was skipped when the message was accepted', () => {
    const steps = [sent, step(1, { state: 'skipped' }), step(2, { after_ms: 2 * HOUR })]
    expect(decide(after(1), open, steps).next).toEqual({ kind: 'wait', until: after(2) })
    expect(decide(after(2), open, steps).next).toEqual({ kind: 'start', position: 2 })
  })

  it('starts at once if a step was skipped when it was due', () => {
    const skipped = step(1, { state: 'skipped', channel: 'sms', decided_at: after(1) })
    const steps = [sent, skipped, step(2, { after_ms: 2 * HOUR })]
    expect(decide(after(1), open, steps).next).toEqual({ kind: 'start', position: 2 })
  })

  it('starts after a message that failed at the age limit of the installation', () => {
    const steps = [expired, step(1, {})]
    expect(decide(after(24), open, steps).next).toEqual({ kind: 'start', position: 1 })
  })

  it('waits for the time of a step on the same channel after a failure, and counts from the failure', () => {
    const failed = step(0, {
      state: 'started',
      status: 'failed',
      error_code: 'rejected',
      history: [
        { status: 'sent', at: SENT.toISOString() },
        { status: 'failed', at: after(1).toISOString() },
      ],
    })
    const repeats = [failed, step(1, { after_ms: 2 * HOUR }), step(2, { after_ms: 2 * HOUR })]
    expect(decide(after(1), open, repeats).next).toEqual({ kind: 'wait', until: after(3) })
    expect(decide(after(3), open, repeats).next).toEqual({ kind: 'start', position: 1 })
    const others = [failed, step(1, { after_ms: 2 * HOUR, channel: 'sms' })]
    expect(decide(after(1), open, others).next).toEqual({ kind: 'start', position: 1 })
    expect(decide(after(1), open, [failed, step(1, {})]).next).toEqual({ kind: 'start', position: 1 })
  })

  it('waits for the time of a step on the same channel after a step that was skipped when it was due', () => {
    const repeats = [
      sent,
      step(1, { state: 'skipped', decided_at: after(1), after_ms: HOUR }),
      step(2, { after_ms: HOUR }),
    ]
    expect(decide(after(1), open, repeats).next).toEqual({ kind: 'wait', until: after(2) })
    expect(decide(after(2), open, repeats).next).toEqual({ kind: 'start', position: 2 })
  })

  it('does not start after the time of expires_after', () => {
    const steps = [expired, step(1, {})]
    const fallback = { ...open, expires_at: after(6) }
    expect(decide(after(6), fallback, steps).next).toEqual({ kind: 'end', reason: 'expired' })
  })

  it('a message that expires at the age limit, before expires_after, starts the next step', () => {
    const early = { ...expired, send_until: after(24) }
    const fallback = { start_now: false, expires_at: after(48) }
    expect(decide(after(25), fallback, [early, step(1, {})]).next).toEqual({ kind: 'start', position: 1 })
  })
})
