// Counts the SMS messages of a month, by connection and by the beginning of the phone number.
import type { Connection } from '../database.ts'
import { rowsOf } from '../rows.ts'

export interface SmsCount {
  /** The id of the provider connection that sent the messages. */
  connection_id: number
  /** The longest of the given prefixes with which the numbers begin. Null if the numbers begin with no given prefix. */
  prefix: string | null
  messages: number
  segments: number
}

/** The beginning of phone numbers for which a connection has a price. */
export interface PricedPrefix {
  connectionId: number
  prefix: string
}

/**
 * Counts the live messages that providers accepted. The conditions on `channel`, `mode` and `external_id` are those of an
 * index of migration 0017, so the statement reads only the messages of this month.
 */
export async function countSms(
  c: Connection,
  { workspaceId, lanes, period }: { workspaceId: number; lanes: number[]; period: string },
  prefixes: PricedPrefix[],
): Promise<SmsCount[]> {
  return rowsOf<SmsCount>(c, {
    text: `with priced as (select * from unnest($4::bigint[], $5::text[]) as p(connection_id, prefix))
           select a.connection_id, m.prefix, count(*)::int as messages,
             coalesce(sum((d.content #>> '{segments,segments}')::int), 0)::int as segments
           from deliveries d
           join lateral (select coalesce(connection_id, d.lane) as connection_id from attempts
             where delivery_id = d.id order by attempt desc limit 1) a on true
           left join lateral (select prefix from priced p
             where p.connection_id = a.connection_id and starts_with(d.address, p.prefix)
             order by length(prefix) desc limit 1) m on true
           where d.workspace_id = $1 and d.lane = any($2::bigint[]) and d.period = $3 and d.mode = 'live' and d.channel = 'sms'
             and d.external_id is not null
           group by 1, 2 order by 1, 2`,
    values: [
      workspaceId,
      lanes,
      period,
      prefixes.map(({ connectionId }) => connectionId),
      prefixes.map(({ prefix }) => prefix),
    ],
  })
}
