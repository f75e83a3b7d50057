// The breaker of a connection, and the next state of a message that was attempted through one of several connections.
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../src/channels/contract.ts'
import {
  applyStored,
  beginCall,
  createBreaker,
  endCall,
  isLongThrottled,
  isPausedAt,
  noteWaiting,
  pauseRoute,
} from '../../src/delivery/failover/breaker.ts'
import { planOnRoute } from '../../src/delivery/failover/plan.ts'
import { progressWith, roundOf } from '../../src/delivery/failover/round.ts'
import type { Clock } from '../../src/lib/clock.ts'

const remedies = { pending: null, final: 'Wait.' }
const settingsRemedies = { pending: 'Fix it.', final: 'Fix it.' }
const retryable: Outcome = { class: 'retryable', reason: 'refused', remedies }
const greylisted: Outcome = {
  class: 'retryable',
  reason: 'greylisted',
  scope: 'recipient',
  providerStatus: '450',
  remedies,
}
const ambiguous: Outcome = { class: 'ambiguous', reason: 'no answer', remedies }
const misconfigured: Outcome = { class: 'misconfigured', reason: 'wrong password', remedies: settingsRemedies }
const sent: Outcome = { class: 'sent', externalId: null }
const start = new Date('2030-01-31T09:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const throttled = (seconds: number): Outcome => ({
  class: 'throttled',
  until: after(seconds),
  scope: 'connection',
  reason: 'too many messages',
  providerStatus: '429',
  remedies,
})

/** A breaker on a clock that the test advances, and the changes that it stored. */
function watchedBreaker() {
  let now = start
  const due: { at: number; then: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    after(milliseconds, then) {
      const entry = { at: now.getTime() + milliseconds, then }
      due.push(entry)
      return () => void due.splice(due.indexOf(entry), 1)
    },
  }
  const breaker = createBreaker({ paused_until: null, opened_at: null, open_until: null })
  const stored: string[] = []
  const store = {
    onOpened: (_: unknown, reason: string) => void stored.push(reason),
    onClosed: () => void stored.push('closed'),
  }
  const begin = (leaveSlot = () => {}, most = 128) =>
    beginCall(breaker, clock, store, { deliveryId: 1, leaveSlot, most })
  return {
    breaker,
    stored,
    begin,
    wait: (call: ReturnType<typeof begin>, isWaiting: boolean) => noteWaiting(call, now, isWaiting),
    end: (call: ReturnType<typeof begin>, outcome: Outcome) => endCall(breaker, clock, store, call, outcome),
    call: (outcome: Outcome) => endCall(breaker, clock, store, begin(), outcome),
    advance(seconds: number) {
      for (const until = now.getTime() + seconds * 1000; now.getTime() < until; ) {
        now = new Date(now.getTime() + 100)
        for (const entry of due.filter(({ at }) => at <= now.getTime())) {
          due.splice(due.indexOf(entry), 1)
          entry.then()
        }
      }
    },
  }
}

describe('the breaker of a connection', () => {
  it('the breaker opens after five failures in a row, and an answer in between begins the count again', () => {
    const { breaker, stored, call } = watchedBreaker()
    for (const outcome of [
      retryable,
      ambiguous,
      retryable,
      retryable,
      sent,
      retryable,
      ambiguous,
      retryable,
      retryable,
    ])
      call(outcome)
    expect(breaker.openedAt).toBeUndefined()
    call(retryable)
    expect(breaker.openedAt).toEqual(start)
    expect(stored).toEqual(['5 attempts failed in a row. The last: refused'])
  })

  it('the breaker does not count greylisting, throttling, wrong settings or a refused recipient', () => {
    const { breaker, call } = watchedBreaker()
    for (const outcome of [greylisted, throttled(10), misconfigured])
      for (let count = 0; count < 6; count++) call(outcome)
    expect(breaker.openedAt).toBeUndefined()
  })

  it('the breaker opens and releases its calls when 20 calls are in flight and none was answered for three seconds', () => {
    const { breaker, stored, begin, advance } = watchedBreaker()
    let left = 0
    const calls = Array.from({ length: 20 }, () => begin(() => void left++))
    advance(2.9)
    expect(breaker.openedAt).toBeUndefined()
    advance(0.2)
    expect(stored).toEqual(['the provider answered none of 20 attempts for 3 seconds'])
    expect(calls.every(({ released }) => released.signal.aborted)).toBe(true)
    expect(left).toBe(20)
  })

  it('the breaker stays closed with 19 calls in flight, or while the connection answers', () => {
    const few = watchedBreaker()
    for (let count = 0; count < 19; count++) few.begin()
    few.advance(30)
    expect(few.breaker.openedAt).toBeUndefined()
    const slow = watchedBreaker()
    for (let count = 0; count < 30; count++) slow.begin()
    for (let second = 0; second < 10; second++) {
      slow.advance(2)
      slow.call(sent)
    }
    expect(slow.breaker.openedAt).toBeUndefined()
  })

  it('the breaker opens when all calls that a small worker may have in flight are unanswered', () => {
    const { breaker, begin, advance } = watchedBreaker()
    for (let count = 0; count < 4; count++) begin(undefined, 4)
    advance(3.2)
    expect(breaker.openedAt).toBeDefined()
  })

  it('the breaker stays closed while messages wait for a session and the provider answers slowly, and opens when the answers stop', () => {
    const { breaker, begin, wait, end, advance } = watchedBreaker()
    const first = begin()
    advance(2.5)
    end(first, sent)
    const calls = Array.from({ length: 30 }, () => begin())
    for (const call of calls) wait(call, true)
    advance(30)
    expect(breaker.openedAt).toBeUndefined()
    // Each answer takes longer than three seconds, and one session sends one message after the other.
    for (const call of calls.splice(0, 5)) {
      wait(call, false)
      advance(4)
      end(call, sent)
    }
    expect(breaker.openedAt).toBeUndefined()
    for (const call of calls.slice(0, 5)) wait(call, false)
    advance(9)
    expect(breaker.openedAt).toBeDefined()
  })

  it('an answer that arrives after the breaker opened lengthens the wait for later answers', () => {
    const { breaker, begin, end, call, advance } = watchedBreaker()
    const slow = Array.from({ length: 20 }, () => begin())
    advance(4)
    expect(breaker.openedAt).toBeDefined()
    for (const early of slow) end(early, sent)
    call(sent)
    expect(breaker.openedAt).toBeUndefined()
    for (let count = 0; count < 20; count++) begin()
    advance(4)
    expect(breaker.openedAt).toBeUndefined()
    advance(4.2)
    expect(breaker.openedAt).toBeDefined()
  })

  it('an open breaker frees the slot of each call that begins', () => {
    const { begin, call } = watchedBreaker()
    for (let count = 0; count < 5; count++) call(retryable)
    let left = 0
    const { released } = begin(() => void left++)
    expect([left, released.signal.aborted]).toEqual([1, false])
  })

  it('an answer closes the breaker only if the answered call began while the breaker was open', () => {
    const { breaker, stored, begin, end, call, advance } = watchedBreaker()
    const early = begin()
    advance(1)
    for (let count = 0; count < 5; count++) call(retryable)
    end(early, sent)
    expect(breaker.openedAt).toBeDefined()
    advance(1)
    call(sent)
    expect(breaker.openedAt).toBeUndefined()
    expect(stored.at(-1)).toBe('closed')
  })

  it('a closed breaker stays closed when calls from the time before it closed end without an answer', () => {
    const { breaker, begin, end, call, advance } = watchedBreaker()
    const hanging = Array.from({ length: 20 }, () => begin())
    advance(4)
    expect(breaker.openedAt).toBeDefined()
    call(sent)
    for (const early of hanging) end(early, ambiguous)
    expect(breaker.openedAt).toBeUndefined()
  })

  it('a file that cannot be fetched is neither a failure nor an answer of the connection', () => {
    const { breaker, call } = watchedBreaker()
    const noFile: Outcome = { ...greylisted, code: 'attachment_unavailable', providerStatus: '404' }
    for (let count = 0; count < 4; count++) call(retryable)
    for (let count = 0; count < 6; count++) call(noFile)
    expect(breaker.openedAt).toBeUndefined()
    call(retryable)
    expect(breaker.openedAt).toBeDefined()
  })

  it('releases the calls when another process opened the breaker, and closes the breaker when another process closed it', () => {
    const { breaker, begin } = watchedBreaker()
    const { released } = begin()
    applyStored(breaker, { paused_until: null, opened_at: start, open_until: after(30) }, start)
    expect(released.signal.aborted).toBe(true)
    expect(breaker.probeAt).toEqual(after(30))
    applyStored(breaker, { paused_until: null, opened_at: null, open_until: null }, start)
    expect(breaker.openedAt).toBeUndefined()
  })

  it('the breaker ignores states from the database until its own pause was stored', () => {
    const { breaker } = watchedBreaker()
    const readAt = breaker.changes
    const onSettled = pauseRoute(breaker, after(90))
    expect(isPausedAt(breaker, start)).toBe(true)
    expect([breaker.storing, breaker.changes > readAt]).toEqual([1, true])
    const changed = breaker.changes
    onSettled()
    expect([breaker.storing, breaker.changes > changed]).toEqual([0, true])
  })

  it('throttling counts as long when it lasts for more than a minute, counted from the first throttled message', () => {
    const { breaker, call, advance } = watchedBreaker()
    call(throttled(60))
    expect(isLongThrottled(breaker, throttled(60))).toBe(false)
    expect(isLongThrottled(breaker, throttled(61))).toBe(true)
    advance(30)
    call(throttled(90))
    expect(isLongThrottled(breaker, throttled(90))).toBe(true)
    call(sent)
    call(throttled(80))
    expect(isLongThrottled(breaker, throttled(80))).toBe(false)
  })
})

describe('the next state after an attempt through one of several connections', () => {
  const state = { now: start, attemptsMade: 1, expiresAt: after(86_400), jitter: 0 }
  const at = {
    id: 4,
    round: { tried: [] },
    hasNext: true,
    hasOthers: true,
    isLanePaused: false,
    isLongThrottled: false,
  }

  it.each([
    ['a failure of the whole connection', retryable],
    ['wrong settings', misconfigured],
  ])('the next connection takes the message at once, in the same attempt, after %s', (_, outcome) => {
    expect(planOnRoute(outcome, state, at)).toMatchObject({
      plan: { status: 'queued', ready: true, nextAt: null, attemptsMade: 1 },
      round: { tried: [4] },
    })
  })

  it('a round through all connections counts as one attempt', () => {
    const last = { ...at, id: 7, round: { tried: [4] }, hasNext: false }
    for (const outcome of [retryable, misconfigured, throttled(120)])
      expect(planOnRoute(outcome, state, { ...last, isLongThrottled: true })).toMatchObject({
        plan: { status: 'queued', ready: false, nextAt: after(120), attemptsMade: 2 },
        round: { tried: [] },
      })
  })

  it('an attempt does not count when all connections are paused', () => {
    const last = { ...at, id: 7, round: { tried: [4] }, hasNext: false, isLanePaused: true }
    expect(planOnRoute(misconfigured, state, last).plan).toMatchObject({ ready: false, nextAt: start, attemptsMade: 1 })
  })

  it('a message waits for a connection that is throttled briefly, but not for a connection that is throttled for long', () => {
    expect(planOnRoute(throttled(30), state, at).plan).toMatchObject({
      ready: false,
      nextAt: after(30),
      attemptsMade: 1,
    })
    const long = planOnRoute(throttled(120), state, { ...at, isLongThrottled: true })
    expect(long).toMatchObject({ plan: { ready: true, attemptsMade: 1 }, round: { tried: [4] } })
  })

  it('the same connection repeats a message that may have arrived, also after further failures', () => {
    const first = planOnRoute(ambiguous, state, at)
    expect(first).toMatchObject({ plan: { ready: false, attemptsMade: 2 }, round: { only: 4 } })
    for (const outcome of [retryable, misconfigured])
      expect(planOnRoute(outcome, state, { ...at, round: first.round })).toMatchObject({
        plan: { ready: false, attemptsMade: 2, nextAt: after(120) },
        round: { only: 4 },
      })
  })

  it('the same connection repeats a message of which a part was sent', () => {
    const partly: Outcome = { ...retryable, progress: { media: '17' } }
    expect(planOnRoute(partly, state, at)).toMatchObject({ plan: { ready: false }, round: { only: 4 } })
  })

  it('the next connection repeats a message that may have arrived if duplicates are allowed', () => {
    expect(planOnRoute(ambiguous, { ...state, duplicates: 'allow' }, at)).toMatchObject({
      plan: { ready: true, errorCode: 'ambiguous' },
      round: { tried: [4] },
    })
  })

  it('a message that may have arrived fails if duplicates are not allowed', () => {
    const { plan } = planOnRoute(ambiguous, { ...state, duplicates: 'never' }, at)
    expect(plan).toMatchObject({ status: 'failed', attemptsMade: 2, errorCode: 'ambiguous' })
  })

  it('greylisting of a recipient does not lead to the next connection', () => {
    const { plan, round } = planOnRoute(greylisted, state, at)
    expect(plan).toMatchObject({ ready: false, attemptsMade: 2 })
    expect(round).toEqual({ tried: [] })
  })

  const unable: Outcome = { class: 'permanent', reason: 'no sender', remedies, elsewhere: true }

  it('another connection takes a message that this connection cannot send, and this connection never gets the message again', () => {
    const { plan, round } = planOnRoute(unable, state, at)
    expect(plan).toMatchObject({ status: 'queued', ready: true, attemptsMade: 1 })
    expect(round).toEqual({ tried: [], unable: [4] })
    const later = planOnRoute(retryable, state, { ...at, id: 7, round, hasNext: false, hasOthers: false })
    expect(later).toMatchObject({ plan: { ready: false, attemptsMade: 2 }, round: { tried: [], unable: [4] } })
    expect(roundOf(progressWith(null, round))).toEqual(round)
  })

  it('a message that this connection cannot send waits for another connection that does not work at the moment', () => {
    expect(planOnRoute(unable, state, { ...at, hasNext: false })).toMatchObject({
      plan: { status: 'queued', ready: false, attemptsMade: 2 },
      round: { tried: [], unable: [4] },
    })
  })

  it('a message that no connection can send fails', () => {
    const { plan } = planOnRoute(unable, state, { ...at, hasNext: false, hasOthers: false })
    expect(plan).toMatchObject({ status: 'failed', errorCode: 'permanent', errorMessage: 'no sender' })
  })

  it('a message that has expired fails and does not go to the next connection', () => {
    expect(planOnRoute(retryable, { ...state, expiresAt: start }, at).plan).toMatchObject({
      status: 'failed',
      errorCode: 'expired',
    })
  })
})

it('stores a round beside the progress of the provider, unless no connection was attempted in the round', () => {
  const stored = progressWith({ media: '17' }, { tried: [4, 7], only: 4 })
  expect(roundOf(stored)).toEqual({ tried: [4, 7], only: 4 })
  expect(progressWith(stored, { tried: [] })).toEqual({ media: '17' })
  expect(progressWith(null, { tried: [] })).toBeNull()
  expect(roundOf(null)).toEqual({ tried: [] })
})
