// Claims: of the lanes that had something at the last look, in one trip with the next look.
import type { PrefetchBuffer } from '../lib/scheduling/prefetch-buffer.ts'
import { type Database, inOneTrip } from '../store/database.ts'
import { type ClaimedRow, claimReady, findLanes } from '../store/delivery/queue.ts'

export interface Claim {
  rows: ClaimedRow[]
  /** Something is ready, and slots were or will be shared among several lanes: what one leaves free another can use. */
  shared: boolean
  /** Lanes were found too late to be asked, and there are no more than one look shows: beyond that each has its turn. */
  unasked: boolean
}

/** Lanes looked at in one claim. */
const LANES = 64

/** One claim after the other. `share`: how many of each lane may be claimed. */
export type Claims = (share: Share, now: Date, leaseUntil: Date) => Promise<Claim>

type Share = PrefetchBuffer<unknown>['share']

export function createClaims(db: Database, onError: (error: unknown) => void): Claims {
  let known: number[] = []
  let cursor = 0
  return async (share, now, leaseUntil) => {
    const asked = known
    const shares = share(asked)
    const [rows, found] = await inOneTrip(db, (c) =>
      Promise.all([
        shares.length > 0 ? claimReady(c, now, leaseUntil, shares) : [],
        // Without it, what was claimed is not lost.
        findLanes(c, now, cursor, LANES).catch((error: unknown) => {
          onError(error)
          return []
        }),
      ]),
    )
    known = found
    cursor = found.at(-1) ?? cursor
    if (rows.length > 0) {
      const shared = found.length > 0 && Math.max(asked.length, found.length) > 1
      return { rows, shared, unasked: found.length < LANES && found.some((lane) => !asked.includes(lane)) }
    }
    const others = share(found)
    const claimed = others.length > 0 ? await claimReady(db, now, leaseUntil, others) : []
    return { rows: claimed, shared: found.length > 1, unasked: false }
  }
}
