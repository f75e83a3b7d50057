// Counts live messages by time, source, channel and outcome. Each statement reads a limited number of messages.
import type { ChannelName } from '../../channels/index.ts'
import type { Connection } from '../database.ts'
import { rowsOf } from '../rows.ts'

export type FigureOutcome = 'sent' | 'delivered' | 'read' | 'failed' | 'cancelled' | 'pending'

/** The count of the messages that have the same slot, source, channel, outcome, delay, reason and message. */
export interface CountRow {
  /** Start of the slot in which the messages were accepted, in seconds since 1970. */
  slot: number
  source_id: number
  channel: ChannelName
  outcome: FigureOutcome
  /** The position in `delayBounds` of the time from due to sent. Null if the messages were not sent. */
  delay: number | null
  /** The error code of failed messages. */
  reason: string | null
  /** A hash of the error message. Messages that differ only in numbers and addresses have the same hash. */
  message: string | null
  count: number
  newest_id: number
}

export interface CountedMessages {
  rows: CountRow[]
  /** The number of messages that were read. */
  seen: number
  /** The ids and times of the oldest and the newest message. Undefined if no message was read. */
  span: { firstId: number; lastId: number; firstAt: Date; lastAt: Date } | undefined
}

export interface CountRange {
  /** Only messages with ids above `above` and below `below` are read. */
  above: number
  below: number
  limit: number
  /** The length of a slot in seconds. */
  slot: number
}

const SHORTEST_DELAY = 10
/** Each bound is 1.41 times the bound before it. The last bound is about nine days. */
const STEPS = 54

/** The bounds of the groups into which delays are counted, in milliseconds. */
export const delayBounds: readonly number[] = Array.from(
  { length: STEPS },
  (_, step) => SHORTEST_DELAY * 2 ** (step / 2),
)

// The delay of a message is the time from the moment it was due until a provider accepted it.
const SENT_AT = `(jsonb_path_query_first(history, '$[*] ? (@.status == "sent").at') #>> '{}')::timestamptz`
const DELAY_MS = `extract(epoch from ${SENT_AT} - greatest(created_at, scheduled_for))::float8 * 1000`

const COUNT = `
with scanned as materialized (
  select id, created_at, floor(extract(epoch from created_at) / $5)::bigint * $5 as slot, source_id, channel,
    case when status in ('queued', 'sending') then 'pending'
         when status = 'failed' and error_code = 'cancelled' then 'cancelled' else status end as outcome,
    case when status in ('sent', 'delivered', 'read') then width_bucket(${DELAY_MS}, $6::float8[]) end as delay,
    case when status = 'failed' then coalesce(error_code, '') end as reason,
    case when status = 'failed' then md5(regexp_replace(left(error_message, 300), '\\d+|\\S*@\\S*', '#', 'g')) end as message
  from deliveries where workspace_id = $1 and mode = 'live' and id > $2 and id < $3 order by id desc limit $4
), grouped as (
  select slot, source_id, channel, outcome, delay, reason, message, count(*)::int as count, max(id) as newest_id
  from scanned group by 1, 2, 3, 4, 5, 6, 7
)
select span.*, grouped.* from (
  select count(*)::int as seen, min(id) as first_id, max(id) as last_id, min(created_at) as first_at, max(created_at) as last_at from scanned
) span left join grouped on true`

interface SpanColumns {
  seen: number
  first_id: number | null
  last_id: number | null
  first_at: Date | null
  last_at: Date | null
}

/** Counts the `limit` newest messages of the range by their current status. */
export async function countMessages(
  c: Connection,
  workspaceId: number,
  { above, below, limit, slot }: CountRange,
): Promise<CountedMessages> {
  const found = await rowsOf<SpanColumns & CountRow & { count: number | null }>(c, {
    name: 'count-messages',
    text: COUNT,
    values: [workspaceId, above, below, limit, slot, delayBounds],
  })
  const { seen = 0, first_id, last_id, first_at, last_at } = found[0] ?? {}
  const isEmpty = first_id == null || last_id == null || first_at == null || last_at == null
  return {
    rows: found.filter(({ count }) => count !== null),
    seen,
    span: isEmpty ? undefined : { firstId: first_id, lastId: last_id, firstAt: first_at, lastAt: last_at },
  }
}
