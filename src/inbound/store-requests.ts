// Stores verified requests of providers. Requests that arrive at the same time are stored by one statement, because a
// provider may report as many messages per second as the service sends.
import { refuse } from '../errors.ts'
import { createBatches } from '../lib/scheduling/batches.ts'
import { SECOND } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import { type NewInbound, storeInboundRequests } from '../store/inbound/inbound.ts'

/**
 * Stores a request. Returns false if the same request was already stored. Throws unavailable if the database does not
 * answer in time, so that the provider repeats the request.
 */
export type StoreRequest = (row: NewInbound) => Promise<boolean>

/** Maximum number of requests of a statement, and maximum number of statements at the same time. */
const MOST = 64
const AT_ONCE = 2
/** Maximum size of a body that is stored with others, in bytes. Larger bodies are stored alone. */
const SHORT_BODY = 16_384
const STORED_WITHIN = 30 * SECOND

export function createRequestStore(db: Connection): StoreRequest {
  const batches = createBatches<NewInbound, boolean>({
    most: MOST,
    atOnce: AT_ONCE,
    work: (rows) => storeInboundRequests(db, rows),
  })
  return async (row) => {
    if (row.body.bytes.length > SHORT_BODY) return (await storeInboundRequests(db, [row])).includes(true)
    const result = await batches.put(row, AbortSignal.timeout(STORED_WITHIN))
    return result.kind === 'done' ? result.result : refuse('unavailable', NOT_STORED)
  }
}

const NOT_STORED = 'The request was not stored, because the database does not answer. Send the request again later.'
