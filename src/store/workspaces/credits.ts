// Changes the credits of a workspace when a person buys or corrects them, and reads the ledger with all changes of
// credits.
import type { Connection, Transaction } from '../database.ts'
import { onlyRowOf, rowsOf } from '../rows.ts'

export interface CreditEntryRecord {
  id: number
  kind: 'purchase' | 'overage' | 'refund'
  amount: number
  balance: number
  delivery_id: number | null
  note: string | null
  at: Date
}

/**
 * Adds `amount` to the balance and inserts the entry. A correction may have a negative amount. If the balance would
 * become negative, throws the PostgreSQL error 23514 (violation of a check constraint).
 */
export async function addCredits(
  tx: Transaction,
  now: Date,
  workspaceId: number,
  amount: number,
  note: string | null,
): Promise<CreditEntryRecord> {
  // The row of the balance must already exist, because inserting a negative amount as a new balance would violate the
  // constraint.
  await tx.query({
    text: 'insert into credit_balances (workspace_id) values ($1) on conflict do nothing',
    values: [workspaceId],
  })
  return onlyRowOf<CreditEntryRecord>(tx, {
    text: `with balance as (
             update credit_balances set credits = credits + $2 where workspace_id = $1 returning credits
           )
           insert into credit_entries (workspace_id, kind, amount, balance, note, at)
           select $1, 'purchase', $2, credits, $3, $4 from balance
           returning id, kind, amount, balance, delivery_id, note, at`,
    values: [workspaceId, amount, note, now],
  })
}

export async function readBalance(c: Connection, workspaceId: number): Promise<number> {
  const result = await c.query<{ credits: number }>({
    text: 'select credits from credit_balances where workspace_id = $1',
    values: [workspaceId],
  })
  return result.rows[0]?.credits ?? 0
}

/** Returns entries with ids below `before`, newest first. */
export async function listCreditEntries(
  c: Connection,
  workspaceId: number,
  before: number,
  limit: number,
): Promise<CreditEntryRecord[]> {
  return rowsOf<CreditEntryRecord>(c, {
    text: `select id, kind, amount, balance, delivery_id, note, at from credit_entries
           where workspace_id = $1 and id < $2 order by id desc limit $3`,
    values: [workspaceId, before, limit],
  })
}
