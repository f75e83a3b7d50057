// What a server does in the background and PGlite, which has none, is asked to do: checkpoints and vacuum.
import { MINUTE } from '../../limits.ts'
import type { Connection } from '../database.ts'

const WAL_BYTES = 64 * 1024 * 1024
const QUIET = 5 * MINUTE
const CHURN = 20_000
const CHURN_SHARE = 0.4
const HOT_TABLES = [
  'deliveries',
  'keys',
  'usage_periods',
  'usage_channels',
  'idempotency_keys',
  'activity',
  'workers',
  'credit_balances',
  'action_tokens',
  'attachments',
  'attempts',
  'test_messages',
  'inbound_requests',
  'receipts',
  'conversations',
  'pollers',
  'outgoing',
  'subscriptions',
  'recipients',
  'import_rows',
  'automation_runs',
]

export interface Caretaker {
  /** Checkpoints after 64 MB of WAL, or 5 minutes with any; vacuums the hot tables after 20,000 updates, two for each delivery sent, and a fifth of the deliveries. */
  tend(c: Connection, now: Date): Promise<void>
}

export function createCaretaker(hotTables: readonly string[] = HOT_TABLES): Caretaker {
  let checkpointed: { at: Date; wal: number } | undefined
  let churned = 0
  return {
    async tend(c, now) {
      const { wal, churn, deliveries } = await readSigns(c)
      if (
        !checkpointed ||
        wal - checkpointed.wal >= WAL_BYTES ||
        (wal > checkpointed.wal && now.getTime() - checkpointed.at.getTime() >= QUIET)
      ) {
        await c.query({ text: 'checkpoint' })
        // Read again: the checkpoint writes a record itself, which must not call for the next one.
        checkpointed = { at: now, wal: (await readSigns(c)).wal }
      }
      // A vacuum reads every index whole, so its distance grows with the table.
      if (churn - churned >= Math.max(CHURN, deliveries * CHURN_SHARE)) {
        for (const table of hotTables) await c.query({ text: `vacuum (analyze) ${table}` })
        churned = churn
      }
    },
  }
}

/** Bytes of WAL written so far, rows updated or deleted, and how many deliveries there are, roughly. */
async function readSigns(c: Connection): Promise<{ wal: number; churn: number; deliveries: number }> {
  const result = await c.query<{ wal: number; churn: number; deliveries: number }>({
    text: `select (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint as wal,
                  (select coalesce(sum(n_tup_upd + n_tup_del), 0)::bigint from pg_stat_user_tables) as churn,
                  coalesce((select greatest(reltuples, 0)::bigint from pg_class where oid = to_regclass('deliveries')), 0) as deliveries`,
  })
  return result.rows[0]!
}
