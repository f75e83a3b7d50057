// Stores verified requests of providers. Requests that arrive at the same time are stored by one statement and flushed
// together, because a provider may report as many messages per second as the service sends.
import { refuse } from '../errors.ts'
import { repeat } from '../lib/repeat.ts'
import { createBatches } from '../lib/scheduling/batches.ts'
import { inboundStore } from '../limits/inbound.ts'
import type { Connection } from '../store/database.ts'
import { isContention } from '../store/failures.ts'
import { type NewInbound, storeInboundRequests } from '../store/inbound/inbound.ts'

/**
 * Stores a request. Returns false if the same request was already stored. Throws unavailable if the database does not
 * respond in time or too many requests wait, so that the provider repeats the request.
 */
export type StoreRequest = (row: NewInbound) => Promise<boolean>

/** Maximum number of runs of a statement. Two processes that store the same requests in different orders may conflict. */
const MOST_RUNS = 4

/** `within` is the maximum number of milliseconds until a request is stored. */
export function createRequestStore(db: Connection, within: number = inboundStore.within): StoreRequest {
  const store = (rows: NewInbound[]) => repeat(MOST_RUNS, isContention, () => storeInboundRequests(db, rows))
  const batches = createBatches<NewInbound, boolean>({ most: inboundStore.atOnce, atOnce: 1, work: store })
  let waiting = 0
  return async (row) => {
    if (row.body.bytes.length > inboundStore.sharedBody) return (await store([row])).includes(true)
    if (waiting >= inboundStore.waiting) return refuse('unavailable', NOT_STORED)
    waiting++
    try {
      const result = await batches.put(row, AbortSignal.timeout(within))
      return result.kind === 'done' ? result.result : refuse('unavailable', NOT_STORED)
    } finally {
      waiting--
    }
  }
}

const NOT_STORED = 'The database responds too slowly, so the request may be lost. Send the request again later.'
