// Claims: each takes from the lanes of the last scan and travels together with the next scan.
import type { PrefetchBuffer } from '../lib/scheduling/prefetch-buffer.ts'
import { type Database, inOneTrip } from '../store/database.ts'
import { type ClaimedRow, claimReady, findLanes } from '../store/delivery/queue.ts'

/**
 * Whether to claim again.
 * `none`: nothing more is ready, or only in a lane that has its full share of slots.
 * `shared`: slots were shared among several lanes, so those that one lane left free are worth another claim.
 * `new lanes`: the scan found lanes that this claim did not cover, few enough for one scan. Among more lanes each has its turn.
 */
type More = 'none' | 'shared' | 'new lanes'

export interface Claim {
  rows: ClaimedRow[]
  more: More
}

/** Lanes found by one scan. */
const LANES = 64

/** `share` says how many rows of each lane may be claimed. */
export type Claims = (share: Share, now: Date, leaseUntil: Date) => Promise<Claim>

type Share = PrefetchBuffer<unknown>['share']

/**
 * The pipelined scan pays: with 64 rows a claim on PostgreSQL it saves 0.5 of 1.8 ms of this process's processor time, and a
 * quarter of the claim's duration.
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
        // A failed scan must not lose the rows that were claimed.
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
  if (found.length < LANES && found.some((lane) => !claimedLanes.includes(lane))) return 'new lanes'
  return found.length > 0 && Math.max(claimedLanes.length, found.length) > 1 ? 'shared' : 'none'
}
