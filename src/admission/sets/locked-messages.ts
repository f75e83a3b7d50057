// Messages that depend on rows of other modules, such as the steps of fallbacks. Their rows are locked first in a set.
import { pairs } from '../../lib/pairs.ts'
import type { Transaction } from '../../store/database.ts'
import type { AdmissionRequest } from '../admission-request.ts'
import { refuseEntry } from '../entry.ts'
import type { EntryOrRefusal } from './places.ts'

/** For each request with a lock, the indexes of the messages that may be admitted. */
type Locked = Map<AdmissionRequest, ReadonlySet<number>>

export async function lockMessages(tx: Transaction, now: Date, requests: AdmissionRequest[]): Promise<Locked> {
  const locked: Locked = new Map()
  for (const request of requests) if (request.lock) locked.set(request, await request.lock(tx, now))
  return locked
}

/** Refuses the messages whose rows changed after their request was submitted. */
export function refuseUnlocked(requests: AdmissionRequest[], places: EntryOrRefusal[][], locked: Locked): void {
  for (const [request, own] of pairs(requests, places)) {
    const open = locked.get(request)
    for (const [index, place] of own.entries()) {
      if (!open || open.has(index) || !('entry' in place)) continue
      refuseEntry(place.entry, { code: 'conflict', message: 'The step of this message was decided meanwhile.' })
    }
  }
}
