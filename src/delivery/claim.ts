// Claims deliveries from the lanes that the previous scan found, in the same round trip as the next scan.
import type { PrefetchBuffer } from '../lib/scheduling/prefetch-buffer.ts'
import { type Database, inOneTrip } from '../store/database.ts'
import { type ClaimedRow, claimReady, findLanes } from '../store/delivery/queue.ts'

/**
 * Whether to claim again.
 * - `none`: no delivery is ready, or the only lane with ready deliveries already has all slots that it may use.
 * - `shared`: the slots were divided among several lanes. Another claim can use the slots that a lane left free.
 * - `newLanes`: the scan found lanes from which this claim took no deliveries. This value is not returned if there
 *   are more lanes than one scan returns, because later scans reach the other lanes.
 */
type More = 'none' | 'shared' | 'newLanes'

export interface Claim {
  rows: ClaimedRow[]
  more: More
}

/** Maximum number of lanes that one scan returns. */
const LANES = 64

/** Makes one claim. `share` returns, for each lane, the number of rows that may be claimed. */
export type Claims = (share: Share, now: Date, leaseUntil: Date) => Promise<Claim>

type Share = PrefetchBuffer<unknown>['share']

/**
 * Returns a function that makes claims. The scan for lanes and the claim share one round trip. With 64 rows per claim
 * on PostgreSQL, this saves 0.5 of 1.8 ms of CPU time in this process, and a quarter of the claim's duration.
 */
export function createClaims(db: Database, onError: (error: unknown) => void): Claims {
  let scannedLanes: number[] = []
  let cursor = 0
  return async (share, now, leaseUntil) => {
    const claimedLanes = scannedLanes
    const shares = share(claimedLanes)
    const [rows, found] = await inOneTrip(db, (c) =>
      Promise.all([
        shares.length > 0 ? claimReady(c, now, leaseUntil, shares) : [],
        // A failed scan must not discard the claimed rows.
        findLanes(c, now, cursor, LANES).catch((error: unknown) => {
          onError(error)
          return []
        }),
      ]),
    )
    scannedLanes = found
    cursor = found.at(-1) ?? cursor
    if (rows.length > 0) return { rows, more: moreAfter(claimedLanes, found) }
    const others = share(found)
    const claimed = others.length > 0 ? await claimReady(db, now, leaseUntil, others) : []
    return { rows: claimed, more: found.length > 1 ? 'shared' : 'none' }
  }
}

function moreAfter(claimedLanes: number[], found: number[]): More {
  if (found.length < LANES && found.some((lane) => !claimedLanes.includes(lane))) return 'newLanes'
  return found.length > 0 && Math.max(claimedLanes.length, found.length) > 1 ? 'shared' : 'none'
}
