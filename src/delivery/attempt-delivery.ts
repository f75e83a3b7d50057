// Attempts one claimed delivery: checks whether it may still be sent, chooses its route, calls the provider, and plans
// its next state.
import type { Outcome } from '../channels/contract.ts'
import { rateLimited } from '../channels/remedies.ts'
import type { SandboxReceipt } from '../channels/sandbox/sandbox.ts'
import type { Slot } from '../lib/scheduling/queue-work.ts'
import type { Seal } from '../lib/seal.ts'
import { delivery, SECOND } from '../limits.ts'
import type { ClaimedRow } from '../store/delivery/queue.ts'
import { type AttemptResult, makeAttempt } from './attempt.ts'
import { composeMessage } from './compose.ts'
import { beginCall, endCall, isLongThrottled, isPausedAt } from './failover/breaker.ts'
import { breakerStore, chooseRoute, type FailoverTools } from './failover/choice.ts'
import { planOnRoute } from './failover/plan.ts'
import { progressWith, roundOf } from './failover/round.ts'
import { nextRoute, type Route, type Routes, routesFor } from './failover/route.ts'
import type { PreparedDelivery } from './ready.ts'
import { type AttemptState, planAfter, planExpired } from './retry.ts'
import type { Settlement } from './settlement.ts'

export interface AttemptTools extends FailoverTools {
  seal: Seal
  publicUrl: () => string
  allowPrivateNetwork: boolean
  /** Reads the rest of a large content. */
  complete: (row: ClaimedRow) => Promise<void>
}

/** Minimum number of milliseconds that a lease must have left when an attempt starts. */
const SHORTEST_ATTEMPT = 5 * SECOND
/** Time limit in milliseconds for a message that tests a route, so that it does not wait long for a dead provider. */
const PROBE_BUDGET = 10 * SECOND

/** Returns the settlement, and the receipts in the provider's response. Returns no settlement if the lease is lost. */
export async function attemptDelivery(
  tools: AttemptTools,
  claimed: PreparedDelivery,
  slot: Slot,
): Promise<{ settlement?: Settlement; receipts?: SandboxReceipt[] }> {
  const { row, connection, withheld } = claimed
  const startedAt = tools.clock.now()
  if (startedAt >= row.expires_at) {
    const plan = planExpired(row.attempts_made, claimed.delay)
    return { settlement: { row, plan, outcome: null, startedAt, endedAt: startedAt } }
  }
  if (row.recipient_paused_until)
    return { settlement: rescheduled(row, row.recipient_paused_until, startedAt, RECIPIENT_THROTTLED) }
  if (row.is_partial) await tools.complete(row)
  const routes = connection && !withheld ? routesFor(row, connection.routes) : undefined
  if (routes && routes.length > 1) return attemptOnRoute(tools, claimed, slot, routes)
  const budget = budgetOf(slot)
  if (budget === undefined) return {}
  const { outcome, captured, receipts } = withheld ?? (await call(tools, claimed, startedAt, routes?.[0], { budget }))
  const endedAt = tools.clock.now()
  const plan = planAfter(outcome, stateOf(row, endedAt))
  const chosen = routes?.[0].chosen
  return { settlement: { row, plan, outcome, startedAt, endedAt, captured, chosen }, receipts }
}

/** Attempts the delivery through one of several routes. */
async function attemptOnRoute(
  tools: AttemptTools,
  claimed: PreparedDelivery,
  slot: Slot,
  routes: Routes,
): Promise<{ settlement?: Settlement }> {
  const { clock } = tools
  const { row } = claimed
  const round = roundOf(row.progress)
  const { route, isProbe } = await chooseRoute(tools, row, routes, round)
  const { breaker, id, version } = route
  const startedAt = clock.now()
  const { pausedUntil } = breaker
  if (round.only === id && pausedUntil instanceof Date && isPausedAt(breaker, startedAt))
    return { settlement: rescheduled(row, pausedUntil, startedAt, CONNECTION_THROTTLED) }
  const budget = budgetOf(slot, isProbe ? PROBE_BUDGET : undefined)
  if (budget === undefined) return {}
  const store = breakerStore(tools, route)
  const inFlight = beginCall(breaker, clock, store, { deliveryId: row.id, onReleased: () => slot.leave() })
  const { outcome } = await call(tools, claimed, startedAt, route, { budget, released: inFlight.released.signal })
  endCall(breaker, clock, store, inFlight, outcome)
  const endedAt = clock.now()
  const isLong = isLongThrottled(breaker, outcome)
  const pausesPart = outcome.class === 'misconfigured' || isLong
  if (pausesPart) breaker.pausedUntil = outcome.class === 'throttled' ? outcome.until : Number.POSITIVE_INFINITY
  const tried = { ...round, tried: [...round.tried, id] }
  const hasNext = nextRoute(routes, endedAt, tried) !== undefined
  const next = planOnRoute(outcome, stateOf(row, endedAt), { id, round, hasNext, isLongThrottled: isLong })
  return {
    settlement: {
      ...{ row, plan: next.plan, outcome, startedAt, endedAt, chosen: route.chosen },
      progress: progressWith(outcome.progress ?? row.progress, next.round),
      ...(pausesPart ? { pausedPart: { id, version } } : {}),
    },
  }
}

function call(
  { db, seal, publicUrl, allowPrivateNetwork }: AttemptTools,
  claimed: PreparedDelivery,
  now: Date,
  route: Route | undefined,
  { budget, released }: { budget: number; released?: AbortSignal },
): Promise<AttemptResult> {
  const message = composeMessage(db, seal, publicUrl(), claimed)
  const progress = claimed.row.progress ?? {}
  return makeAttempt(claimed.row, { message, now, progress, allowPrivateNetwork, released }, route, budget)
}

/**
 * Returns the time for an attempt in milliseconds. Returns undefined if the rest of the lease is too short, because the
 * process was suspended or could not renew the lease. Another worker then claims the message.
 */
function budgetOf(slot: Slot, most: number = delivery.attemptBudget): number | undefined {
  const budget = Math.min(most, slot.leaseLeft())
  return budget < SHORTEST_ATTEMPT ? undefined : budget
}

function stateOf({ attempts_made, expires_at, content }: ClaimedRow, now: Date): AttemptState {
  const { duplicates } = content
  return { now, attemptsMade: attempts_made, expiresAt: expires_at, jitter: Math.random(), duplicates }
}

const RECIPIENT_THROTTLED = 'the provider limits the number of messages to this recipient'
const CONNECTION_THROTTLED = 'the provider throttles the connection that may already have sent this message'

/** Reschedules a message whose recipient or connection is throttled. This does not count as an attempt. */
function rescheduled(row: ClaimedRow, until: Date, at: Date, reason: string): Settlement {
  const remedies = rateLimited('the provider')
  const outcome: Outcome = { class: 'throttled', until, scope: 'recipient', reason, remedies }
  const plan = planAfter(outcome, { ...stateOf(row, at), jitter: 0 })
  return { row, plan, outcome: null, startedAt: at, endedAt: at }
}
