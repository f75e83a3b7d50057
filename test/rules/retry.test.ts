// The rules for the next step of a delivery after an attempt: end, retry or wait.
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../src/channels/contract.ts'
import { planAfter, planAfterLoss, planExpired, retryDelay } from '../../src/delivery/retry.ts'
import { createSlots } from '../../src/lib/scheduling/slots.ts'
import { anyRemedies } from '../harness/remedies.ts'

const now = new Date('2026-01-01T00:00:00Z')
const state = { now, attemptsMade: 0, expiresAt: new Date('2026-01-02T00:00:00Z'), jitter: 0 }
const failure = { reason: 'why', remedies: anyRemedies }
const wait = (plan: { nextAt: Date | null }) => (plan.nextAt!.getTime() - now.getTime()) / 1000

describe('plan after an attempt', () => {
  it.each([
    [0, 30],
    [1, 120],
    [2, 600],
  ])('after %i earlier attempts, retries a retryable failure in %i seconds [RETRY-02]', (attemptsMade, seconds) => {
    const plan = planAfter({ class: 'retryable', ...failure }, { ...state, attemptsMade })
    expect(plan).toMatchObject({ status: 'queued', ready: false, attemptsMade: attemptsMade + 1 })
    expect(wait(plan)).toBe(seconds)
  })

  it('adds up to a tenth to the delay at random, and uses Retry-After if it is longer [D16]', () => {
    expect(retryDelay(0, 1, 0)).toBe(33_000)
    expect(retryDelay(0, 1, 90_000)).toBe(90_000)
    expect(retryDelay(1, 0, 1000)).toBe(120_000)
  })

  it('fails the delivery after the fourth failed attempt, and states the number of attempts in the reason', () => {
    for (const kind of ['retryable', 'ambiguous'] as const) {
      const plan = planAfter({ class: kind, ...failure }, { ...state, attemptsMade: 3 })
      expect(plan).toMatchObject({
        status: 'failed',
        attemptsMade: 4,
        errorCode: kind,
        errorMessage: 'why (after 4 attempts)',
      })
    }
  })

  it('waits for the end of throttling without counting an attempt', () => {
    const outcome: Outcome = {
      class: 'throttled',
      until: new Date('2026-01-01T00:00:20Z'),
      scope: 'connection',
      ...failure,
    }
    const plan = planAfter(outcome, { ...state, attemptsMade: 2 })
    expect(plan).toMatchObject({ status: 'queued', attemptsMade: 2 })
    expect(wait(plan)).toBe(20)
    expect(wait(planAfter({ ...outcome, until: now }, state))).toBe(1)
  })

  it.each(['permanent', 'recipient_gone'] as const)('fails the delivery immediately after the outcome %s', (kind) => {
    expect(planAfter({ class: kind, ...failure }, state)).toMatchObject({
      status: 'failed',
      errorCode: kind,
      errorMessage: 'why',
    })
  })

  it('fails the delivery as expired when the next attempt would start after the expiry', () => {
    const old = { ...state, expiresAt: new Date('2026-01-01T00:00:10Z') }
    expect(planAfter({ class: 'retryable', ...failure }, old)).toMatchObject({ status: 'failed', errorCode: 'expired' })
    expect(planExpired(1)).toMatchObject({ status: 'failed', errorCode: 'expired', attemptsMade: 1 })
  })

  it('counts an attempt that lost its lease, and repeats the attempt at once until four attempts are used [D55]', () => {
    expect(planAfterLoss({ ...state, attemptsMade: 0 })).toMatchObject({
      status: 'queued',
      ready: true,
      attemptsMade: 1,
    })
    expect(planAfterLoss({ ...state, attemptsMade: 3 })).toMatchObject({ status: 'failed', attemptsMade: 4 })
  })

  it('after a second lost lease, the next attempt starts after a random delay, because the message may crash workers [D55b]', () => {
    const plans = [0, 0.5, 1].map((jitter) => planAfterLoss({ ...state, attemptsMade: 1, jitter }))
    expect(plans.map(wait)).toEqual([0, 15, 30])
    for (const plan of plans) expect(plan).toMatchObject({ status: 'queued', ready: false, attemptsMade: 2 })
  })
})

describe('slots', () => {
  it('shares the slots among lanes, and gives one lane at most half of the slots', () => {
    const slots = createSlots(8)
    expect(slots.share([1])).toEqual([{ lane: 1, most: 4 }])
    for (let taken = 0; taken < 4; taken++) slots.take(1)
    expect(slots.share([1, 2])).toEqual([{ lane: 2, most: 2 }])
    slots.give(1)
    expect(slots.free()).toBe(5)
    expect(slots.share([1, 2, 3]).reduce((sum, { most }) => sum + most, 0)).toBeLessThanOrEqual(5)
  })
})
