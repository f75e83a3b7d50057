// Commit marks: each set writes a random mark in the row of its slot before COMMIT. If the answer to COMMIT is lost, the
// mark shows whether the set was committed. The id of a transaction would not show it after a failover, because the new
// primary may have used the same id for another transaction.
import { randomUUID } from 'node:crypto'
import { type Connection, type Database, type Transaction, transaction } from '../database.ts'
import { errorCode } from '../failures.ts'
import { changedRows, firstRowOf } from '../rows.ts'

/** The slot of the sets that one process stores one after the other. */
export interface CommitSlot {
  /** Writes the mark of a set. The transaction fails if `wasCommitted` was called for an earlier set of the slot. */
  mark(tx: Transaction): void
  /** Call this when the transaction of the last mark was committed. */
  confirm(): void
  /**
   * Returns whether the transaction of the last mark was committed. If it is still running, waits for its end. If it
   * begins to run later, it fails. Rejects if the database is unreachable; the slot must then not be used again.
   */
  wasCommitted(db: Database): Promise<boolean>
}

const WRITE = `
with written as (
  insert into commit_marks as m (slot, mark, at) values ($1, $3, now())
  on conflict (slot) do update set mark = excluded.mark, at = excluded.at where m.mark = $2
  returning slot
)
select case when count(*) = 1 then 1 else ('another mark: ' || count(*))::int end from written`

export function createCommitSlot(): CommitSlot {
  const slot = randomUUID()
  let committed = randomUUID()
  let written = committed
  return {
    mark(tx) {
      written = randomUUID()
      tx.send({ name: 'write-commit-mark', text: WRITE, values: [slot, committed, written] })
    },
    confirm() {
      committed = written
    },
    async wasCommitted(db) {
      const fence = randomUUID()
      const found = await replaceMark(db, slot, fence)
      committed = fence
      return found === written
    },
  }
}

/**
 * Replaces the mark of a slot and returns the previous one. A transaction that has not written its mark yet then fails.
 */
async function replaceMark(db: Database, slot: string, mark: string): Promise<string | undefined> {
  return transaction(db, async (tx) => {
    tx.send({ text: `set local lock_timeout = '5s'` })
    // Waits for a transaction that has inserted the row and still runs.
    tx.send({
      text: 'insert into commit_marks (slot, mark, at) values ($1, $2, now()) on conflict do nothing',
      values: [slot, mark],
    })
    const row = await firstRowOf<{ mark: string }>(tx, {
      text: 'select mark from commit_marks where slot = $1 for update',
      values: [slot],
    })
    tx.send({ text: 'update commit_marks set mark = $2, at = now() where slot = $1', values: [slot, mark] })
    return row?.mark
  })
}

/**
 * Returns whether a set failed because its slot has another mark than the last committed one. The database lost that
 * mark, for example in a failover to an asynchronous standby. The slot must then not be used again.
 */
export function isMarkReplaced(error: unknown): boolean {
  return errorCode(error) === '22P02' && error instanceof Error && error.message.includes('another mark')
}

/** Deletes the rows of slots that wrote no mark in the last day, and returns their number. */
export async function dropCommitMarks(c: Connection): Promise<number> {
  return changedRows(c, { text: `delete from commit_marks where at <= now() - interval '1 day'` })
}
