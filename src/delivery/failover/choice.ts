// Chooses the route of each message, and stores the changes of breakers.
import { type Clock, later } from '../../lib/clock.ts'
import type { Database } from '../../store/database.ts'
import { claimProbe, closeBreaker, openBreaker } from '../../store/delivery/breakers.ts'
import type { ClaimedRow } from '../../store/delivery/queue.ts'
import { type Breaker, type BreakerStore, isPausedAt, PROBE_EVERY } from './breaker.ts'
import type { Round } from './round.ts'
import { nextRoute, type Route, type Routes } from './route.ts'

export interface FailoverTools {
  db: Database
  clock: Clock
  onError: (error: unknown) => void
}

export interface RouteChoice {
  route: Route
  /** True if the message tests a route whose breaker is open. */
  isProbe: boolean
}

/**
 * Chooses the route of a message. These rules apply in their order:
 * - If only one route may repeat the message, this route is chosen.
 * - If a route needs a probe and the message may be repeated, the message becomes the probe of this route.
 * - Otherwise, the first route in use is chosen that has not failed to send the message in this round.
 */
export async function chooseRoute(
  { db, clock, onError }: FailoverTools,
  { content }: Pick<ClaimedRow, 'content'>,
  routes: Routes,
  round: Round,
): Promise<RouteChoice> {
  const now = clock.now()
  const only = routes.find(({ id }) => id === round.only)
  if (only) return { route: only, isProbe: false }
  const due = routes.find(({ breaker }) => breaker.openedAt && breaker.probeAt <= now && !isPausedAt(breaker, now))
  if (due && content.duplicates !== 'never' && round.tried.length === 0) {
    const nextProbeAt = later(now, PROBE_EVERY)
    // Set before the statement, so that no other message of this process claims the same probe.
    due.breaker.probeAt = nextProbeAt
    const isProbe = await claimProbe(db, now, due.id, nextProbeAt).catch((error: unknown) => {
      onError(error)
      return false
    })
    if (isProbe) return { route: due, isProbe }
  }
  return { route: nextRoute(routes, now, round) ?? nextRoute(routes, now, { tried: [] }) ?? routes[0], isProbe: false }
}

/** Returns functions that store the changes of a route's breaker. They report errors, and do not throw. */
export function breakerStore({ db, clock, onError }: FailoverTools, { id, version }: Route): BreakerStore {
  const store = async (breaker: Breaker, write: () => Promise<void>) => {
    breaker.storing++
    await write().catch(onError)
    breaker.storing--
    breaker.changes++
  }
  return {
    onOpened(breaker, reason, deliveryId) {
      const change = { id, version, probeAt: breaker.probeAt, reason, deliveryId }
      void store(breaker, () => openBreaker(db, clock.now(), change))
    },
    onClosed: (breaker) => void store(breaker, () => closeBreaker(db, id, version)),
  }
}
