// Requests of providers as people look at them, and one that is worked on again.
import { CLAIM_VERSION } from '../column-names.ts'
import type { Connection } from '../database.ts'
import { changesOneRow, firstRowOf, rowsOf } from '../rows.ts'

/** What became of a request: `unreadable` was applied but for parts that could not be read. */
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

/** With the body as it came. */
export type InboundDetail = InboundRecord & { body: Buffer; content_type: string | null }

const STATUS = `case when i.state = 'done' and i.problem is not null then 'unreadable' else i.state end`
const COLUMNS = `i.id, i.channel, c.source_id, ${STATUS} as status, i.received_at, i.next_at, i.${CLAIM_VERSION}, i.problem`
/** By connection, which has an index; what came for one that is gone was dropped. */
const MINE = `from inbound_requests i join (
    select id, source_id from connections where workspace_id = $1
    union select id, source_id from provider_connections where workspace_id = $1
  ) c on c.id = i.connection_id where i.workspace_id = $1`

/** Newest first: ids below `before`. */
export async function listInbound(
  c: Connection,
  workspaceId: number,
  { status, channel, before, limit }: { status?: InboundStatus; channel?: string; before: number; limit: number },
): Promise<InboundRecord[]> {
  return rowsOf<InboundRecord>(c, {
    text: `select ${COLUMNS} ${MINE} and i.id < $2 and ($3::text is null or ${STATUS} = $3) and ($4::text is null or i.channel = $4)
           order by i.id desc limit $5`,
    values: [workspaceId, before, status ?? null, channel ?? null, limit],
  })
}

export async function findInbound(c: Connection, workspaceId: number, id: number): Promise<InboundDetail | undefined> {
  return firstRowOf<InboundDetail>(c, {
    text: `select ${COLUMNS}, i.body, i.content_type ${MINE} and i.id = $2`,
    values: [workspaceId, id],
  })
}

/**
 * Has a request that ended with a problem worked on again, with all its attempts; what was applied stays applied. False
 * for one that has no problem or is worked on anyway.
 */
export async function applyInboundAgain(c: Connection, now: Date, workspaceId: number, id: number): Promise<boolean> {
  return changesOneRow(c, {
    text: `update inbound_requests set state = 'waiting', attempt = 0, next_at = $3
           where workspace_id = $1 and id = $2 and state <> 'waiting' and problem is not null`,
    values: [workspaceId, id, now],
  })
}
