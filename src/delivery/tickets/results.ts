// Converts the tickets of a settled message to rows, and applies the results of tickets to their messages.
import { channelOf } from '../../channels/index.ts'
import type { TicketResult } from '../../channels/tickets.ts'
import { later } from '../../lib/clock.ts'
import { type Database, type Transaction, transaction } from '../../store/database.ts'
import { markReceiptsApplied, type ReceiptRow, storeReceipts } from '../../store/delivery/receipts.ts'
import { confirmTickets, type NewTicket, type TicketRow, takeFailedTicket } from '../../store/delivery/tickets.ts'
import { removeGoneDevices } from '../../store/recipients/push-devices.ts'
import { moveForward } from '../receipts/forward.ts'
import { withoutSensitive } from '../receipts/taking.ts'
import type { Settlement } from '../settlement.ts'

/** Returns the rows of a message's tickets. A provider is asked for the result some time after the attempt began. */
export function ticketsOf({ row, outcome, startedAt }: Settlement): NewTicket[] {
  if (outcome?.class !== 'sent' || !outcome.tickets) return []
  const { list, decisive } = outcome.tickets
  const { providers } = channelOf(row.channel)
  return list.flatMap(({ provider, id, device }) => {
    const reader = providers[provider]?.ticketReader
    if (!reader) return []
    return [
      {
        workspace_id: row.workspace_id,
        lane: row.lane,
        provider,
        delivery_id: row.id,
        recipient_id: row.recipient_id,
        ticket: id,
        device,
        decisive,
        sent_at: startedAt.toISOString(),
        due_at: later(startedAt, reader.after).toISOString(),
      },
    ]
  })
}

type FailedResult = Extract<TicketResult, { kind: 'failed' }>

/** The process that applies results, and the provider connection from which they are. */
interface ResultContext {
  process: string
  connectionId: number
  onError: (error: unknown) => void
}

interface RowResult {
  row: TicketRow
  result: TicketResult
}

/**
 * Applies results to the messages of these tickets, and returns the tickets whose results are applied. A result that
 * another process has applied has no effect. A result that cannot be stored does not stop the others.
 */
export async function applyTicketResults(
  db: Database,
  now: Date,
  context: ResultContext,
  results: RowResult[],
): Promise<Set<TicketRow>> {
  const applied = new Set<TicketRow>()
  const confirmed = results.flatMap(({ row, result }) => (result.kind === 'sent' ? [row] : []))
  if (confirmed.length > 0) {
    await transaction(db, (tx) =>
      confirmTickets(
        tx,
        confirmed.map(({ id }) => id),
      ),
    )
    for (const row of confirmed) applied.add(row)
  }
  for (const { row, result } of results) {
    if (result.kind !== 'failed') continue
    try {
      await transaction(db, (tx) => applyFailure(tx, now, context, row, result))
      applied.add(row)
    } catch (error) {
      context.onError(error)
    }
  }
  return applied
}

/**
 * Records the failure in the timeline of the message, and removes the device if it no longer exists. The message fails
 * if no other device may have received it.
 */
async function applyFailure(
  tx: Transaction,
  now: Date,
  { process, connectionId }: ResultContext,
  row: TicketRow,
  { code, reason, remedy, gone }: FailedResult,
): Promise<void> {
  const isLast = await takeFailedTicket(tx, row)
  if (isLast === undefined) return
  const { workspace_id: workspaceId, recipient_id: recipientId, delivery_id: deliveryId } = row
  if (gone) await removeGoneDevices(tx, now, { workspaceId, recipientId, devices: [row.device], before: row.sent_at })
  const details = await withoutSensitive(tx, workspaceId, deliveryId, { reason, remedy })
  const receipt: ReceiptRow = {
    workspace_id: workspaceId,
    connection_id: connectionId,
    external_id: row.ticket,
    delivery_id: deliveryId,
    status: 'failed',
    at: now.toISOString(),
    code,
    ...details,
    outcome: gone ? 'recipient_gone' : 'permanent',
  }
  const [stored] = await storeReceipts(tx, now, [receipt])
  if (!isLast) return
  const moved = await moveForward(tx, now, process, {
    workspaceId,
    deliveryId,
    status: 'failed',
    code: code ?? null,
    reason: details.reason,
  })
  if (moved && stored) markReceiptsApplied(tx, [stored.id])
}
