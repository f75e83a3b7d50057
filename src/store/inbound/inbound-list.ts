// Lists inbound requests. Also schedules a request to be applied again.
import { CLAIM_VERSION } from '../column-names.ts'
import type { Connection } from '../database.ts'
import { changesOneRow, firstRowOf, rowsOf } from '../rows.ts'

/**
 * The status of a request. A request is `unreadable` if parts of it could not be read. Its other parts were applied.
 */
export type InboundStatus = 'waiting' | 'done' | 'unreadable' | 'set_aside'

export interface InboundRecord {
  id: number
  channel: string
  source_id: number
  status: InboundStatus
  received_at: Date
  next_at: Date
  claim_version: number
  problem: string | null
}

/** A request, with its body as it was received. */
export type InboundDetail = InboundRecord & { body: Buffer; content_type: string | null }

const STATUS = `case when i.state = 'done' and i.problem is not null then 'unreadable' else i.state end`
const COLUMNS = `i.id, i.channel, c.source_id, ${STATUS} as status, i.received_at, i.next_at, i.${CLAIM_VERSION}, i.problem`
/**
 * Joins the connections of the workspace, because the index finds requests only by their connection. No requests are
 * missing: when a connection is deleted, its requests are deleted too.
 */
const OF_WORKSPACE = `from inbound_requests i join (
    select id, source_id from connections where workspace_id = $1
    union select id, source_id from provider_connections where workspace_id = $1
  ) c on c.id = i.connection_id where i.workspace_id = $1`

/** Returns requests with ids below `before`, newest first. */
export async function listInbound(
  c: Connection,
  workspaceId: number,
  { status, channel, before, limit }: { status?: InboundStatus; channel?: string; before: number; limit: number },
): Promise<InboundRecord[]> {
  return rowsOf<InboundRecord>(c, {
    text: `select ${COLUMNS} ${OF_WORKSPACE} and i.id < $2 and ($3::text is null or ${STATUS} = $3) and ($4::text is null or i.channel = $4)
           order by i.id desc limit $5`,
    values: [workspaceId, before, status ?? null, channel ?? null, limit],
  })
}

export async function findInbound(c: Connection, workspaceId: number, id: number): Promise<InboundDetail | undefined> {
  return firstRowOf<InboundDetail>(c, {
    text: `select ${COLUMNS}, i.body, i.content_type ${OF_WORKSPACE} and i.id = $2`,
    values: [workspaceId, id],
  })
}

/**
 * Schedules another application of a request that ended with a problem. It gets the full number of attempts.
 * Parts that were already applied are not applied again. Returns false if the request has no problem or is already
 * scheduled.
 */
export async function applyInboundAgain(c: Connection, now: Date, workspaceId: number, id: number): Promise<boolean> {
  return changesOneRow(c, {
    text: `update inbound_requests set state = 'waiting', attempt = 0, next_at = $3
           where workspace_id = $1 and id = $2 and state <> 'waiting' and problem is not null`,
    values: [workspaceId, id, now],
  })
}

/** Maximum number of requests that are searched for a report. A message has only a few reports. */
const MOST_REPORTS = 10

type InboundBodyRow = Pick<InboundDetail, 'body' | 'content_type' | 'received_at'> & { connection_id: number }

/**
 * Returns the first requests to these connections that arrived between `from` and `to` and whose body contains the
 * text. The index on the time of arrival limits the rows that are read.
 */
export async function findBodiesWith(
  c: Connection,
  {
    workspaceId,
    connectionIds,
    text,
    from,
    to,
  }: { workspaceId: number; connectionIds: number[]; text: string; from: Date; to: Date },
): Promise<InboundBodyRow[]> {
  return rowsOf<InboundBodyRow>(c, {
    text: `select connection_id, body, content_type, received_at from inbound_requests
           where workspace_id = $1 and connection_id = any($2::bigint[]) and received_at between $4 and $5
             and position($3::bytea in body) > 0
           order by received_at, id limit ${MOST_REPORTS}`,
    values: [workspaceId, connectionIds, Buffer.from(text), from, to],
  })
}
