// What a server does in the background and PGlite, which has none, is asked to do: checkpoints, vacuum and analyze.
import { MINUTE } from '../../limits.ts'
import type { Connection } from '../database.ts'
import { onlyRowOf } from '../rows.ts'

const MEGABYTE = 1024 * 1024
/** What a start after a kill reads again, about 30 MB a second; each checkpoint costs the first change of every page a copy of it. */
const WAL_BYTES = 32 * MEGABYTE
/** In a lull a checkpoint is in nobody's way: little was written since the last look, and there is something to gain. */
const IDLE_BYTES = MEGABYTE / 4
const IDLE_GAIN = MEGABYTE
const QUIET = 5 * MINUTE
const CHURN = 50_000
const CHURN_SHARE = 0.4
/** Rows that make a table worth another look at least. */
const GROWTH = 1_000
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
  'import_people',
  'automation_runs',
]

export interface EmbeddedMaintenance {
  /**
   * Checkpoints after 32 MB of WAL, in a lull after 1 MB, or 5 minutes with any; vacuums the hot tables after 50,000 updates, two for each delivery
   * sent, and a fifth of the deliveries; analyzes a table of which more rows came or changed than it was known to have.
   */
  run(c: Connection, now: Date): Promise<void>
}

export function createEmbeddedMaintenance(hotTables: readonly string[] = HOT_TABLES): EmbeddedMaintenance {
  let checkpointed: { at: Date; wal: number } | undefined
  let looked = 0
  let churned = 0
  return {
    async run(c, now) {
      const { wal, churn, deliveries, grown } = await readSigns(c)
      const isIdle = wal - looked < IDLE_BYTES
      looked = wal
      if (
        !checkpointed ||
        wal - checkpointed.wal >= (isIdle ? IDLE_GAIN : WAL_BYTES) ||
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
      } else {
        // A plan that was made for an empty table reads all of it at every use; what analyze finds has it made anew.
        for (const table of grown) await c.query({ text: `analyze ${table}` })
      }
    },
  }
}

interface Signs {
  /** Bytes written so far. */
  wal: number
  /** Rows updated or deleted so far. */
  churn: number
  /** How many there are, roughly. */
  deliveries: number
  /** Tables whose statistics say little of what they hold by now. */
  grown: string[]
}

async function readSigns(c: Connection): Promise<Signs> {
  return onlyRowOf<Signs>(c, {
    text: `select (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint as wal,
                  (select coalesce(sum(n_tup_upd + n_tup_del), 0)::bigint from pg_stat_user_tables) as churn,
                  coalesce((select greatest(reltuples, 0)::bigint from pg_class where oid = to_regclass('deliveries')), 0) as deliveries,
                  array(select s.relid::regclass::text from pg_stat_user_tables s join pg_class c on c.oid = s.relid
                        where s.n_mod_since_analyze > greatest($1, c.reltuples)) as grown`,
    values: [GROWTH],
  })
}
