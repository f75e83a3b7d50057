// Runs checkpoints, vacuum and analyze in the embedded database. A PostgreSQL server runs them in background processes,
// which PGlite does not have.
import { MINUTE } from '../../limits.ts'
import type { Connection } from '../database.ts'
import { onlyRowOf } from '../rows.ts'

const MEGABYTE = 1024 * 1024
/**
 * Number of bytes of WAL after which a checkpoint runs. After a crash, a start reads the WAL since the last checkpoint,
 * at about 30 MB a second. More frequent checkpoints would write more WAL, because the first change of a page after a
 * checkpoint writes the whole page to the WAL.
 */
const WAL_BYTES = 32 * MEGABYTE
/**
 * If less than IDLE_BYTES of WAL were written since the last run, the database is idle. A checkpoint then delays no
 * other work, so it already runs after IDLE_GAIN bytes of WAL.
 */
const IDLE_BYTES = MEGABYTE / 4
const IDLE_GAIN = MEGABYTE
const QUIET = 5 * MINUTE
const CHURN = 50_000
const CHURN_SHARE = 0.4
/** A table is analyzed again only after at least this number of rows has changed. */
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
  'message_limits',
  'fallbacks',
  'fallback_steps',
  'fallback_notes',
  'digests',
  'digest_items',
]

export interface EmbeddedMaintenance {
  /**
   * Runs the maintenance that is due.
   * - A checkpoint runs after 32 MB of WAL. While the database is idle, it runs after 1 MB. It also runs after 5
   *   minutes if any WAL was written.
   * - A vacuum of the hot tables runs when the number of updates since the last vacuum is at least 50,000 and at least
   *   40 % of the number of deliveries. A sent delivery causes two updates.
   * - A table is analyzed when more rows have changed since its last analyze than the table had at that time.
   */
  run(c: Connection, now: Date): Promise<void>
}

export function createEmbeddedMaintenance(hotTables: readonly string[] = HOT_TABLES): EmbeddedMaintenance {
  let checkpointed: { at: Date; wal: number } | undefined
  let lastWal = 0
  let lastChurn = 0
  let isPrepared = false
  return {
    async run(c, now) {
      if (!isPrepared) await leaveOutJson(c)
      isPrepared = true
      const { wal, churn, deliveries, grown } = await readStatistics(c)
      const isIdle = wal - lastWal < IDLE_BYTES
      lastWal = wal
      if (
        !checkpointed ||
        wal - checkpointed.wal >= (isIdle ? IDLE_GAIN : WAL_BYTES) ||
        (wal > checkpointed.wal && now.getTime() - checkpointed.at.getTime() >= QUIET)
      ) {
        await c.query({ text: 'checkpoint' })
        // Read the WAL position again, because the checkpoint itself writes a record to the WAL. This record must not
        // cause the next checkpoint.
        checkpointed = { at: now, wal: (await readStatistics(c)).wal }
      }
      // A vacuum reads each index completely, so larger tables are vacuumed less often.
      if (churn - lastChurn >= Math.max(CHURN, deliveries * CHURN_SHARE)) {
        for (const table of hotTables) await c.query({ text: `vacuum ${table}` })
        lastChurn = churn
      }
      // A plan that was made for an empty table reads the whole table at every use, even after the table has grown.
      // Analyze causes a new plan.
      for (const table of grown) await c.query({ text: `analyze ${table}` })
    },
  }
}

interface Statistics {
  /** Total number of bytes of WAL. */
  wal: number
  /** Total number of updated and deleted rows. */
  churn: number
  /** The approximate number of deliveries. */
  deliveries: number
  /** Tables that must be analyzed again. */
  grown: string[]
}

/**
 * Makes ANALYZE leave out the columns of the type jsonb: no plan depends on them, and they take more than half of the
 * time. An ANALYZE of the other columns by name would not reset the count of changed rows.
 */
async function leaveOutJson(c: Connection): Promise<void> {
  const { rows } = await c.query<{ text: string }>({
    text: `select format('alter table %s %s', attrelid::regclass,
                         string_agg(format('alter column %I set statistics 0', attname), ', ')) as text
           from pg_attribute join pg_stat_user_tables on relid = attrelid
           where attnum > 0 and not attisdropped and atttypid = 'jsonb'::regtype and attstattarget is distinct from 0
           group by attrelid`,
  })
  for (const { text } of rows) await c.query({ text })
}

async function readStatistics(c: Connection): Promise<Statistics> {
  return onlyRowOf<Statistics>(c, {
    text: `select (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint as wal,
                  (select coalesce(sum(n_tup_upd + n_tup_del), 0)::bigint from pg_stat_user_tables) as churn,
                  coalesce((select greatest(reltuples, 0)::bigint from pg_class where oid = to_regclass('deliveries')), 0) as deliveries,
                  array(select s.relid::regclass::text
                        from pg_stat_user_tables s join pg_class c on c.oid = s.relid
                        where s.n_mod_since_analyze > greatest($1, c.reltuples)) as grown`,
    values: [GROWTH],
  })
}
