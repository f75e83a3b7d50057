// Stores the parts of long replies until all parts of a text have arrived.
import type { Connection, Transaction } from '../database.ts'
import { rowsOf } from '../rows.ts'

export interface StoredPart {
  connectionId: number
  ref: string
  number: number
  text: string
}

/**
 * Stores a part, and returns the texts of all stored parts in their order. First deletes parts of an earlier text with
 * the same reference. A stored part belongs to an earlier text if it was received before `since`. All stored parts
 * belong to an earlier text if one of them has the number of the new part and another text.
 */
export async function storePart(
  tx: Transaction,
  now: Date,
  { connectionId, ref, number, text }: StoredPart,
  since: Date,
): Promise<string[]> {
  await tx.query({
    text: `delete from message_parts where connection_id = $1 and ref = $2 and (received_at < $3 or exists (
             select from message_parts p where p.connection_id = $1 and p.ref = $2 and p.number = $4 and p.text <> $5))`,
    values: [connectionId, ref, since, number, text],
  })
  await tx.query({
    text: `insert into message_parts (connection_id, ref, number, text, received_at) values ($1, $2, $3, $4, $5)
           on conflict do nothing`,
    values: [connectionId, ref, number, text, now],
  })
  const rows = await rowsOf<{ text: string }>(tx, {
    text: 'select text from message_parts where connection_id = $1 and ref = $2 order by number',
    values: [connectionId, ref],
  })
  return rows.map((row) => row.text)
}

export async function deleteParts(tx: Transaction, connectionId: number, ref: string): Promise<void> {
  await tx.query({
    text: 'delete from message_parts where connection_id = $1 and ref = $2',
    values: [connectionId, ref],
  })
}

/** Deletes parts of texts that never became complete. */
export async function dropOldParts(c: Connection, before: Date): Promise<void> {
  await c.query({ text: 'delete from message_parts where received_at < $1', values: [before] })
}
