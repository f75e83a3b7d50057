// Changes statuses because of receipts and cancellations.
import type { Transaction } from '../database.ts'
import { isCollecting } from '../digests/digest-times.ts'
import { firstRowOf, rowsOf } from '../rows.ts'
import { BEFORE, CHANGED, type ChangedFrom } from './settling.ts'
import { statusUpdate } from './status-writer.ts'

const changeOne = (cause: 'receipt' | 'cancellation', only = 'true') => {
  const set = 'error_code = coalesce($3, d.error_code), error_message = coalesce($4, d.error_message)'
  const where = `d.id = $1 and d.workspace_id = $2 and ${only}`
  return `${statusUpdate({ cause, to: 'failed', at: '$5', set, where })} returning ${CHANGED}, ${BEFORE}`
}

const FAIL = {
  receipt: changeOne('receipt'),
  cancelled: changeOne('cancellation', `not ${isCollecting('d')}`),
  /** Cancels the delivery of a digest. Its digest must be closed before. */
  digestCancelled: changeOne('cancellation'),
}

/**
 * Sets the status `failed` because of a receipt or a cancellation. Returns undefined if the status of the delivery does
 * not permit this change.
 */
export async function failDelivery(
  tx: Transaction,
  now: Date,
  where: { id: number; workspaceId: number },
  change: { because: keyof typeof FAIL; code: string | null; message: string | null },
): Promise<ChangedFrom | undefined> {
  return firstRowOf<ChangedFrom>(tx, {
    name: `fail-delivery-${change.because}`,
    text: FAIL[change.because],
    values: [where.id, where.workspaceId, change.code, change.message, now.toISOString()],
  })
}

// The lock order is undefined. If two transactions deadlock, PostgreSQL aborts one, and its worker runs it again.
const advance = (to: 'delivered' | 'read') =>
  `${statusUpdate({ cause: 'receipt', to, at: '$3', where: 'd.id = any($1::bigint[]) and d.workspace_id = $2' })} returning ${CHANGED}, ${BEFORE}`

const ADVANCE = { delivered: advance('delivered'), read: advance('read') }

/** Moves deliveries to the status of their receipts. Returns those whose status permitted the change. */
export async function advanceDeliveries(
  tx: Transaction,
  now: Date,
  workspaceId: number,
  ids: number[],
  to: keyof typeof ADVANCE,
): Promise<ChangedFrom[]> {
  return rowsOf<ChangedFrom>(tx, {
    name: `advance-deliveries-${to}`,
    text: ADVANCE[to],
    values: [ids, workspaceId, now.toISOString()],
  })
}
