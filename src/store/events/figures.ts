// The rates and response times of the endpoints of a workspace.
import type { Connection } from '../database.ts'
import { rowsOf } from '../rows.ts'

export interface EndpointFiguresRow {
  subscription_id: number
  attempts: number
  received: number
  /** Response times in milliseconds. Null if no attempt got a response. */
  p50_ms: number | null
  p95_ms: number | null
  /** The first attempt that was counted. Null if there was none. */
  first_at: Date | null
}

/** Maximum number of endpoints for which figures are read. */
const MOST_ENDPOINTS = 200

/**
 * Returns the figures of the attempts since `since`. Counts at most the `most` latest attempts of an endpoint. With
 * `subscriptionId`, reads only this endpoint.
 */
export async function readEndpointFigures(
  c: Connection,
  workspaceId: number,
  { since, most, subscriptionId }: { since: Date; most: number; subscriptionId?: number },
): Promise<EndpointFiguresRow[]> {
  return rowsOf<EndpointFiguresRow>(c, {
    text: `select s.id as subscription_id, count(*)::int as attempts, (count(*) filter (where a.received))::int as received,
             round(percentile_disc(0.5) within group (order by a.ms) filter (where a.status is not null))::int as p50_ms,
             round(percentile_disc(0.95) within group (order by a.ms) filter (where a.status is not null))::int as p95_ms,
             min(a.started_at) as first_at
           from (
             select id from subscriptions where workspace_id = $1 and url <> '' and ($4::bigint is null or id = $4)
             order by id limit ${MOST_ENDPOINTS}
           ) s cross join lateral (
             select received, status, started_at, extract(epoch from ended_at - started_at) * 1000 as ms
             from (select * from outgoing_attempts where lane = s.id order by id desc limit $3) latest
             where started_at >= $2
           ) a
           group by s.id order by s.id`,
    values: [workspaceId, since, most, subscriptionId ?? null],
  })
}
