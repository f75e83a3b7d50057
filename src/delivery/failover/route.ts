// A route: one of the provider connections through which the messages of a lane can be sent, with its breaker.
import { channelOf } from '../../channels/index.ts'
import type { ChosenConnection, OpenPart } from '../../connections/chosen.ts'
import type { ClaimedRow } from '../../store/delivery/queue.ts'
import { type Breaker, createBreaker, isPausedAt } from './breaker.ts'
import type { Round } from './round.ts'

export interface Route {
  /** The id of the provider connection. */
  id: number
  lane: number
  /** The version of the provider connection. */
  version: number
  /** Undefined if the secrets cannot be decrypted. */
  chosen: ChosenConnection | undefined
  breaker: Breaker
}

/** The routes of a lane, in their order. */
export type Routes = [Route, ...Route[]]

export function routeOf({ row, chosen }: OpenPart): Route {
  return { id: row.id, lane: row.lane, version: row.part_version, chosen, breaker: createBreaker(row) }
}

/**
 * Returns the routes that can send the message. If its conversation belongs to a route, it is this route. Otherwise the
 * first route can send each message.
 */
export function routesFor(
  { channel, content }: Pick<ClaimedRow, 'channel' | 'content'>,
  routes: Routes,
  conversesThrough?: number,
): Routes {
  const conversing = routes.find(({ id }) => id === conversesThrough)
  if (conversing) return [conversing]
  const { failover } = channelOf(channel)
  const [first, ...others] = routes
  if (failover === 'any' || 'refused' in failover) return routes
  const from = first.chosen?.settings
  const able = others.filter(({ chosen }) => from && chosen && failover.may(content.own, from, chosen.settings))
  return [first, ...able]
}

/**
 * Returns the routes to use now, in their order: those that are not paused and whose breaker is closed. If there are
 * none, open breakers are ignored: an attempt through a failing route is better than none.
 */
export function routesInUse(routes: Routes, now: Date): Route[] {
  const unpaused = routes.filter(({ breaker }) => !isPausedAt(breaker, now))
  const closed = unpaused.filter(({ breaker }) => breaker.openedAt === undefined)
  return closed.length > 0 ? closed : unpaused
}

/** Returns the first route that has not failed to send the message in this round. */
export function nextRoute(routes: Routes, now: Date, { tried }: Round): Route | undefined {
  return routesInUse(routes, now).find(({ id }) => !tried.includes(id))
}
