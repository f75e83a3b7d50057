// Attempts one claimed delivery: checks whether it may still be sent, chooses its route, calls the provider, and plans
// its next state.
import type { Outcome } from '../channels/contract.ts'
import { NEEDS_PAUSED_PROVIDER } from '../channels/paused-providers.ts'
import { rateLimited } from '../channels/remedies.ts'
import type { SandboxReceipt } from '../channels/sandbox/sandbox.ts'
import type { OpenPart } from '../connections/chosen.ts'
import { inboundUrl } from '../connections/reached.ts'
import type { Slot } from '../lib/scheduling/queue-work.ts'
import type { Seal } from '../lib/seal.ts'
import { delivery, SECOND } from '../limits.ts'
import type { ClaimedRow } from '../store/delivery/queue.ts'
import { makeAttempt } from './attempt.ts'
import { composeMessage } from './compose.ts'
import {
  type Breaker,
  beginCall,
  endCall,
  isLongThrottled,
  isPausedAt,
  noteWaiting,
  pauseRoute,
} from './failover/breaker.ts'
import { breakerStore, chooseRoute, type FailoverTools } from './failover/choice.ts'
import { planOnRoute } from './failover/plan.ts'
import { progressWith, roundOf } from './failover/round.ts'
import { nextRoute, type Routes, routesFor, routesInUse } from './failover/route.ts'
import { deferredBy } from './quiet-hours/deferral.ts'
import type { PreparedDelivery } from './ready.ts'
import { type AttemptState, planAfter, planExpired } from './retry.ts'
import type { Settlement } from './settlement.ts'
import { checkAgainAt, pausedProviders, pauseSide } from './sides.ts'

export interface AttemptTools extends FailoverTools {
  seal: Seal
  publicUrl: () => string
  allowPrivateNetwork: boolean
  /** Returns the most messages of a lane that may be attempted at the same time. */
  slotsOf: (lane: number) => number
  /** Reads the rest of a large content. */
  complete: (row: ClaimedRow) => Promise<void>
}

/** Minimum number of milliseconds that a lease must have left when an attempt starts. */
const SHORTEST_ATTEMPT = 5 * SECOND
/**
 * Time limit in milliseconds for a message that tests a route, so that it does not wait long for a dead provider. A
 * provider that answers slowly gets twice the time of its slowest answer.
 */
const PROBE_BUDGET = 10 * SECOND

interface AttemptedDelivery {
  /** Undefined if the lease is lost. */
  settlement?: Settlement
  /** The receipts in the provider's response. */
  receipts?: SandboxReceipt[] | undefined
  /** Called after the settlement was stored, or could not be stored. */
  onSettled?: (() => void) | undefined
}

/** Attempts the delivery, or reschedules it without an attempt. */
export async function attemptDelivery(
  tools: AttemptTools,
  claimed: PreparedDelivery,
  slot: Slot,
): Promise<AttemptedDelivery> {
  const { row, connection, withheld } = claimed
  const startedAt = tools.clock.now()
  if (startedAt >= row.expires_at) {
    const plan = planExpired(row.attempts_made, claimed.delay)
    return { settlement: { row, plan, outcome: null, startedAt, endedAt: startedAt } }
  }
  const deferred = deferredBy(row, startedAt)
  if (deferred) return { settlement: deferred }
  if (row.recipient_paused_until)
    return { settlement: rescheduled(row, row.recipient_paused_until, startedAt, RECIPIENT_THROTTLED) }
  if (row.is_partial) await tools.complete(row)
  if (connection && connection.routes.length > 1 && !withheld)
    return attemptOnRoute(tools, claimed, slot, connection.routes)
  const route = withheld ? undefined : connection?.routes[0]
  const budget = budgetOf(slot)
  if (budget === undefined) return {}
  const chosen = route?.chosen
  const attempt = () => {
    const call = { ...callOf(tools, claimed, route, startedAt), paused: pausedProviders(chosen, startedAt) }
    return makeAttempt(row, call, route, budget)
  }
  const { outcome, captured, receipts } = withheld ?? (await attempt())
  if (outcome.class === 'throttled' && outcome.code === NEEDS_PAUSED_PROVIDER)
    return { settlement: rescheduled(row, outcome.until, startedAt, outcome.reason) }
  const endedAt = tools.clock.now()
  const side = pauseSide(chosen, outcome)
  // The lane is not paused, so a message with wrong settings would be attempted again at once.
  const state = stateOf(row, side && outcome.class === 'misconfigured' ? checkAgainAt(endedAt) : endedAt)
  const plan = planAfter(outcome, state)
  const paused = side && { pausedPart: { id: side.id, version: side.version } }
  return { settlement: { row, plan, outcome, startedAt, endedAt, captured, chosen, ...paused }, receipts }
}

/** Attempts the delivery through one of the routes of its lane. */
async function attemptOnRoute(
  tools: AttemptTools,
  claimed: PreparedDelivery,
  slot: Slot,
  lane: Routes,
): Promise<AttemptedDelivery> {
  const { clock } = tools
  const { row } = claimed
  const round = roundOf(row.progress)
  const routes = routesFor(row, lane, round, claimed.conversesThrough)
  const { route, isProbe } = await chooseRoute(tools, row, routes, round)
  const { breaker, id, version } = route
  const startedAt = clock.now()
  if (isPausedAt(breaker, startedAt)) {
    const settlement = rescheduled(row, endOfWait(breaker, lane, startedAt), startedAt, ONLY_CONNECTION_PAUSED)
    return { settlement: { ...settlement, progress: progressWith(row.progress, { ...round, waitsFor: id }) } }
  }
  const budget = budgetOf(slot, isProbe ? Math.max(PROBE_BUDGET, 2 * breaker.slowest) : undefined)
  if (budget === undefined) return {}
  const call = callOf(tools, claimed, route, startedAt)
  const store = breakerStore(tools, route)
  const inFlight = beginCall(breaker, clock, store, {
    deliveryId: row.id,
    leaveSlot: () => slot.leave(),
    most: tools.slotsOf(row.lane),
  })
  const signals = {
    released: inFlight.released.signal,
    waiting: (isWaiting: boolean) => noteWaiting(inFlight, clock.now(), isWaiting),
  }
  const { outcome } = await makeAttempt(row, { ...call, ...signals }, route, budget)
  endCall(breaker, clock, store, inFlight, outcome)
  const endedAt = clock.now()
  const isLong = isLongThrottled(breaker, outcome)
  // Brief throttling of a connection that few messages use must not delay the other messages of the channel.
  const isMain = routesInUse(lane, endedAt)[0] === route
  const pausesPart = outcome.class === 'misconfigured' || isLong || (isThrottled(outcome) && !isMain)
  const pausedUntil = outcome.class === 'throttled' ? outcome.until : Number.POSITIVE_INFINITY
  const onSettled = pausesPart ? pauseRoute(breaker, pausedUntil) : undefined
  const hasNext = nextRoute(routes, endedAt, { tried: [...round.tried, id] }) !== undefined
  const hasOthers = routes.some((other) => other.id !== id)
  const attempt = { id, round, hasNext, hasOthers, isLanePaused: isLanePaused(lane, endedAt), isLongThrottled: isLong }
  const next = planOnRoute(outcome, stateOf(row, endedAt), attempt)
  const able: Routes = next.round.only === undefined ? routes : [route]
  const waitsFor = able.every((one) => isPausedAt(one.breaker, endedAt)) ? able[0].id : undefined
  return {
    settlement: {
      row,
      plan: next.plan,
      outcome,
      startedAt,
      endedAt,
      chosen: route.chosen,
      progress: progressWith(outcome.progress ?? row.progress, { ...next.round, waitsFor }),
      ...(pausesPart ? { pausedPart: { id, version } } : {}),
    },
    onSettled,
  }
}

/** Returns until when a message waits for its route. If the whole lane is paused, the pause of the lane delays it. */
function endOfWait({ pausedUntil }: Breaker, lane: Routes, now: Date): Date {
  if (isLanePaused(lane, now)) return now
  return pausedUntil instanceof Date ? pausedUntil : checkAgainAt(now)
}

function isLanePaused(lane: Routes, now: Date): boolean {
  return lane.every(({ breaker }) => isPausedAt(breaker, now))
}

function isThrottled(outcome: Outcome): boolean {
  return outcome.class === 'throttled' && outcome.scope === 'connection'
}

function callOf(
  { db, seal, publicUrl, allowPrivateNetwork }: AttemptTools,
  claimed: PreparedDelivery,
  route: Pick<OpenPart, 'chosen'> | undefined,
  now: Date,
) {
  const { row } = claimed
  const message = composeMessage(db, seal, publicUrl(), claimed)
  // An attempt that uses several connections at once has no single URL for receipts.
  const id = route?.chosen?.id ?? undefined
  return {
    message,
    lane: row.lane,
    now,
    progress: row.progress ?? {},
    allowPrivateNetwork,
    inboundUrl: id === undefined ? undefined : inboundUrl(publicUrl(), { id, channel: row.channel }),
  }
}

/**
 * Returns the time for an attempt in milliseconds. Returns undefined if the rest of the lease is too short, because the
 * process was suspended or could not renew the lease. Another worker then claims the message.
 */
function budgetOf(slot: Slot, most: number = delivery.attemptBudget): number | undefined {
  const budget = Math.min(most, delivery.attemptBudget, slot.leaseLeft())
  return budget < SHORTEST_ATTEMPT ? undefined : budget
}

function stateOf({ attempts_made, expires_at, content }: ClaimedRow, now: Date): AttemptState {
  const { duplicates } = content
  return { now, attemptsMade: attempts_made, expiresAt: expires_at, jitter: Math.random(), duplicates }
}

const RECIPIENT_THROTTLED = 'the provider limits the number of messages to this recipient'
const ONLY_CONNECTION_PAUSED = 'the only connection that can send this message is paused'

/** Reschedules a message whose recipient is throttled, or whose connection is paused. This does not count as an attempt. */
function rescheduled(row: ClaimedRow, until: Date, at: Date, reason: string): Settlement {
  const remedies = rateLimited('the provider')
  const outcome: Outcome = { class: 'throttled', until, scope: 'recipient', reason, remedies }
  const plan = planAfter(outcome, { ...stateOf(row, at), jitter: 0 })
  return { row, plan, outcome: null, startedAt: at, endedAt: at }
}
