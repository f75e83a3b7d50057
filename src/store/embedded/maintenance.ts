// Runs the checkpoints, vacuums and analyzes that a server runs in the background, because PGlite has no background
// processes.
import { MINUTE } from '../../limits.ts'
import type { Connection } from '../database.ts'
import { onlyRowOf } from '../rows.ts'

const MEGABYTE = 1024 * 1024
/**
 * A checkpoint runs after this many bytes of WAL. A start after a kill reads the WAL since the last checkpoint again,
 * at about 30 MB a second. More frequent checkpoints write more WAL: after each checkpoint, the first change of a page
 * copies the page to the WAL.
 */
const WAL_BYTES = 32 * MEGABYTE
/**
 * The database is idle if fewer than IDLE_BYTES of WAL were written since the last run. A checkpoint then delays no
 * work, so it already runs after IDLE_GAIN bytes of WAL.
 */
const IDLE_BYTES = MEGABYTE / 4
const IDLE_GAIN = MEGABYTE
const QUIET = 5 * MINUTE
const CHURN = 50_000
const CHURN_SHARE = 0.4
/** Minimum number of changed rows after which a table is analyzed again. */
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
   * Runs a checkpoint after 32 MB of WAL, after 1 MB when idle, or after 5 minutes with any WAL. Vacuums the hot
   * tables when the updates since the last vacuum reach 50,000 and 40 % of the deliveries (a sent delivery causes two
   * updates). Analyzes a table after more rows were added or changed than it had at its last analyze.
   */
  run(c: Connection, now: Date): Promise<void>
}

export function createEmbeddedMaintenance(hotTables: readonly string[] = HOT_TABLES): EmbeddedMaintenance {
  let checkpointed: { at: Date; wal: number } | undefined
  let lastWal = 0
  let lastChurn = 0
  return {
    async run(c, now) {
      const { wal, churn, deliveries, grown } = await readStatistics(c)
      const isIdle = wal - lastWal < IDLE_BYTES
      lastWal = wal
      if (
        !checkpointed ||
        wal - checkpointed.wal >= (isIdle ? IDLE_GAIN : WAL_BYTES) ||
        (wal > checkpointed.wal && now.getTime() - checkpointed.at.getTime() >= QUIET)
      ) {
        await c.query({ text: 'checkpoint' })
        // Read the WAL position again. The checkpoint itself writes a WAL record, which must not cause the next
        // checkpoint.
        checkpointed = { at: now, wal: (await readStatistics(c)).wal }
      }
      // A vacuum reads each index completely, so larger tables are vacuumed less often.
      if (churn - lastChurn >= Math.max(CHURN, deliveries * CHURN_SHARE)) {
        for (const table of hotTables) await c.query({ text: `vacuum (analyze) ${table}` })
        lastChurn = churn
      } else {
        // A plan made for an empty table reads the whole table at every use. Analyze causes a new plan.
        for (const table of grown) await c.query({ text: `analyze ${table}` })
      }
    },
  }
}

interface Statistics {
  /** Bytes of WAL written so far. */
  wal: number
  /** Rows updated or deleted so far. */
  churn: number
  /** The approximate number of deliveries. */
  deliveries: number
  /** Tables whose statistics are outdated. */
  grown: string[]
}

async function readStatistics(c: Connection): Promise<Statistics> {
  return onlyRowOf<Statistics>(c, {
    text: `select (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint as wal,
                  (select coalesce(sum(n_tup_upd + n_tup_del), 0)::bigint from pg_stat_user_tables) as churn,
                  coalesce((select greatest(reltuples, 0)::bigint from pg_class where oid = to_regclass('deliveries')), 0) as deliveries,
                  array(select s.relid::regclass::text from pg_stat_user_tables s join pg_class c on c.oid = s.relid
                        where s.n_mod_since_analyze > greatest($1, c.reltuples)) as grown`,
    values: [GROWTH],
  })
}
