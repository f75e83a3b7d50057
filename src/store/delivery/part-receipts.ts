// Receipts for the segments of a message. Each segment has a separate id and a separate receipt.
import type { Connection } from '../database.ts'
import { firstRowOf, onlyRow } from '../rows.ts'
import { attemptedThrough, type ReceiptTarget } from './reported-messages.ts'

/** Returns the name of the lock under which the receipts of a message are counted. */
export function partsPlace(connectionId: number, deliveryId: number): string {
  return `${connectionId}///${deliveryId}`
}

/** Returns the delivery with this id if it was sent through this connection. */
export async function findSentThrough(
  c: Connection,
  { workspaceId, lane, connectionId }: { workspaceId: number; lane: number; connectionId: number },
  deliveryId: number,
): Promise<ReceiptTarget | undefined> {
  return firstRowOf<ReceiptTarget>(c, {
    name: 'find-sent-through',
    text: `select id, recipient_id, address, status from deliveries
           where id = $1 and workspace_id = $2 and lane = $3 and ${attemptedThrough('$4', 'deliveries', 'sent')}`,
    values: [deliveryId, workspaceId, lane, connectionId],
  })
}

/** Returns whether all segments of a message have a receipt with this status. */
export async function haveAllReceipts(
  c: Connection,
  deliveryId: number,
  status: string,
  parts: number,
): Promise<boolean> {
  const result = await c.query<{ count: number }>({
    name: 'count-receipts',
    text: 'select count(*)::int as count from receipts where delivery_id = $1 and status = $2',
    values: [deliveryId, status],
  })
  return onlyRow(result).count >= parts
}
