// Receipts: what a provider says later about a message it took. A status moves forward only (ARCHITECTURE.md, Invariants).
import type { Database } from '../store/database.ts'
import { transaction } from '../store/database.ts'
import { changeStatus } from '../store/settling.ts'
import { drawConsequences } from './consequences.ts'

export interface Receipt {
  workspaceId: number
  deliveryId: number
  status: 'delivered' | 'read' | 'failed'
  code?: string
  reason?: string
}

/** `failed` overrides sent alone; `read` implies delivered; failed is final. */
const FORWARD = { delivered: ['sent'], read: ['sent', 'delivered'], failed: ['sent'] }

/** Applies a receipt; a late or repeated one changes nothing and answers false. */
export async function applyReceipt(db: Database, now: Date, process: string, receipt: Receipt): Promise<boolean> {
  return transaction(db, async (tx) => {
    const changed = await changeStatus(
      tx,
      now,
      { id: receipt.deliveryId, workspaceId: receipt.workspaceId, from: FORWARD[receipt.status] },
      {
        status: receipt.status,
        code: receipt.status === 'failed' ? (receipt.code ?? 'rejected') : null,
        message: receipt.status === 'failed' ? (receipt.reason ?? 'the provider reported a failure') : null,
      },
    )
    if (!changed) return false
    await drawConsequences(tx, now, process, [{ row: changed, before: changed.before }])
    return true
  })
}
