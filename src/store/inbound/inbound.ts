// Stores inbound requests. A request is stored once, claimed under a lease, and applied part by part. After the last
// permitted failure, a request is set aside. Old requests are deleted.
import type { ChannelName } from '../../channels/index.ts'
import { CLAIM_VERSION } from '../column-names.ts'
import { asJson, type Connection, type Transaction } from '../database.ts'
import { changedRows, rowsOf } from '../rows.ts'

export interface NewInbound {
  workspaceId: number
  connectionId: number
  channel: ChannelName
  repeatKey: Buffer
  body: { bytes: Buffer; contentType: string | undefined }
  receivedAt: Date
}

/** Stores requests in this order. Returns for each request whether it was stored. A request is stored only once. */
export async function storeInboundRequests(c: Connection, rows: NewInbound[]): Promise<boolean[]> {
  // A single body is sent as bytes, because the elements of an array are sent as text of twice the length.
  const [single] = rows.length === 1 ? rows : []
  const stored = await rowsOf<{ connection_id: number; repeat_key: Buffer }>(c, {
    name: single ? 'keep-inbound-one' : 'keep-inbound',
    text: `insert into inbound_requests (workspace_id, connection_id, channel, repeat_key, body, content_type, received_at, next_at)
           select workspace_id, connection_id, channel, repeat_key, body, content_type, received_at, received_at
           from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bytea[], ${single ? 'array[$5::bytea]' : '$5::bytea[]'}, $6::text[], $7::timestamptz[])
             as r(workspace_id, connection_id, channel, repeat_key, body, content_type, received_at)
           on conflict (connection_id, repeat_key) do nothing returning connection_id, repeat_key`,
    values: [
      rows.map(({ workspaceId }) => workspaceId),
      rows.map(({ connectionId }) => connectionId),
      rows.map(({ channel }) => channel),
      rows.map(({ repeatKey }) => repeatKey),
      single ? single.body.bytes : rows.map(({ body }) => body.bytes),
      rows.map(({ body }) => body.contentType ?? null),
      rows.map(({ receivedAt }) => receivedAt),
    ],
  })
  const nameOf = (connectionId: number, repeatKey: Buffer) => `${connectionId}/${repeatKey.toString('base64')}`
  const names = new Set(stored.map(({ connection_id, repeat_key }) => nameOf(connection_id, repeat_key)))
  // If a request occurs twice, only the first occurrence was stored.
  return rows.map(({ connectionId, repeatKey }) => names.delete(nameOf(connectionId, repeatKey)))
}

export interface InboundRow {
  id: number
  workspace_id: number
  connection_id: number
  channel: ChannelName
  /** Null if the body has more than `LONGEST_CLAIMED` bytes. `readInboundBody` then reads the body. */
  body: Buffer | null
  /** The content type of the request. Null if the request had none, or if 0.1.0 stored the request. */
  content_type: string | null
  received_at: Date
  claim_version: number
  applied: number[]
}

/** Maximum size of a body that is returned by a claim, in bytes. */
const LONGEST_CLAIMED = 65_536

/** Claims due requests under a lease until `leaseUntil`, oldest first. */
export async function claimInbound(c: Connection, now: Date, leaseUntil: Date, most: number): Promise<InboundRow[]> {
  const result = await c.query<InboundRow>({
    name: 'claim-inbound',
    text: `with picked as materialized (
             select id from inbound_requests where state = 'waiting' and next_at <= $1
             order by next_at, id limit $3 for update skip locked
           )
           update inbound_requests set attempt = attempt + 1, next_at = $2 where id = any(array(select id from picked))
           returning id, workspace_id, connection_id, channel, content_type, received_at, ${CLAIM_VERSION}, applied,
             case when octet_length(body) <= $4 then body end as body`,
    values: [now, leaseUntil, most, LONGEST_CLAIMED],
  })
  return result.rows.sort((a, b) => a.id - b.id)
}

/** Returns the body of a request. Throws if the request was deleted. */
export async function readInboundBody(c: Connection, workspaceId: number, id: number): Promise<Buffer> {
  const result = await c.query<{ body: Buffer }>({
    name: 'inbound-body',
    text: 'select body from inbound_requests where workspace_id = $1 and id = $2',
    values: [workspaceId, id],
  })
  const row = result.rows[0]
  if (!row) throw new Error(`inbound request ${id} was deleted`)
  return row.body
}

type InboundClaim = Pick<InboundRow, 'id' | 'claim_version'>

/**
 * Marks inbound events of requests as applied, in the transaction that applies them. `positions` are the places of the
 * events in their request. Returns the ids of the marked requests. A request is missing if another process has claimed
 * it in the meantime.
 */
export async function markApplied(
  tx: Transaction,
  requests: (InboundClaim & { positions: number[] })[],
): Promise<Set<number>> {
  const rows = await rowsOf<{ id: number }>(tx, {
    name: 'mark-applied',
    text: `update inbound_requests i set applied = i.applied || r.positions
           from json_to_recordset($1::json) as r(id bigint, claim_version int, positions int[])
           where i.id = any($2::bigint[]) and i.id = r.id and i.attempt = r.claim_version and i.state = 'waiting'
             and not i.applied && r.positions
           returning i.id`,
    values: [asJson(requests), requests.map(({ id }) => id)],
  })
  return new Set(rows.map(({ id }) => id))
}

/**
 * Returns claimed requests to the queue. Call this only if no part of the requests was applied. The claim does not count
 * as an attempt.
 */
export async function releaseInbound(c: Connection, now: Date, requests: InboundClaim[]): Promise<void> {
  await c.query({
    name: 'release-inbound',
    text: `update inbound_requests i set next_at = $3, attempt = i.attempt - 1
           from json_to_recordset($1::json) as r(id bigint, claim_version int)
           where i.id = any($2::bigint[]) and i.id = r.id and i.attempt = r.claim_version and i.state = 'waiting'`,
    values: [asJson(requests), requests.map(({ id }) => id), now],
  })
}

/** Marks requests as done. `problem` names the parts that could not be read. It is null if all parts were read. */
export async function finishInbound(
  c: Connection,
  requests: (InboundClaim & { problem: string | null })[],
): Promise<void> {
  await c.query({
    name: 'finish-inbound',
    text: `update inbound_requests i set state = 'done', problem = r.problem
           from json_to_recordset($1::json) as r(id bigint, claim_version int, problem text)
           where i.id = any($2::bigint[]) and i.id = r.id and i.attempt = r.claim_version and i.state = 'waiting'`,
    values: [asJson(requests), requests.map(({ id }) => id)],
  })
}

/**
 * Records a failed attempt. The request is retried at `nextAt`. If `nextAt` is null, there are no further attempts, and
 * the state becomes `set_aside`.
 */
export async function recordInboundFailure(
  c: Connection,
  { id, claim_version }: InboundClaim,
  problem: string,
  nextAt: Date | null,
): Promise<void> {
  await c.query({
    text: `update inbound_requests set problem = $3, next_at = coalesce($4, next_at),
             state = case when $4::timestamptz is null then 'set_aside' else state end
           where id = $1 and attempt = $2 and state = 'waiting'`,
    values: [id, claim_version, problem, nextAt],
  })
}

/** Deletes requests that were received before `before`, with any status. Returns the number of deleted requests. */
export async function dropOldInbound(c: Connection, before: Date, most: number): Promise<number> {
  return changedRows(c, {
    text: `delete from inbound_requests where id = any(array(
             select id from inbound_requests where received_at < $1 order by received_at limit $2))`,
    values: [before, most],
  })
}
