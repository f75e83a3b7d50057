// Requests of providers as they came: kept once, claimed under a lease, applied part by part, set aside or forgotten.
import type { ChannelName } from '../../channels/index.ts'
import { CLAIM_VERSION } from '../column-names.ts'
import type { Connection, Transaction } from '../database.ts'
import { changedRows, changesOneRow } from '../rows.ts'

export interface NewInbound {
  workspaceId: number
  connectionId: number
  channel: ChannelName
  repeatKey: Buffer
  body: { bytes: Buffer; contentType: string | undefined }
}

/** Keeps a request; false when it is a repeat of one that is kept. */
export async function storeInboundRequest(c: Connection, now: Date, row: NewInbound): Promise<boolean> {
  return changesOneRow(c, {
    name: 'keep-inbound',
    text: `insert into inbound_requests (workspace_id, connection_id, channel, repeat_key, body, content_type, received_at, next_at)
           values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (connection_id, repeat_key) do nothing`,
    values: [
      row.workspaceId,
      row.connectionId,
      row.channel,
      row.repeatKey,
      row.body.bytes,
      row.body.contentType ?? null,
      now,
    ],
  })
}

export interface InboundRow {
  id: number
  workspace_id: number
  connection_id: number
  channel: ChannelName
  /** Null when it has more than `LONGEST_CLAIMED` bytes: `readInboundBody` has it. */
  body: Buffer | null
  /** As the request named it; null where it named none, and for requests that version 0.1.0 kept. */
  content_type: string | null
  received_at: Date
  claim_version: number
  applied: number[]
}

/** Bytes of a body that a claim of many requests brings along. */
const LONGEST_CLAIMED = 65_536

/** Claims what is due until `leaseUntil`, oldest first; nobody else gets it before. */
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

/** The body of a request. Throws when the request is gone. */
export async function readInboundBody(c: Connection, workspaceId: number, id: number): Promise<Buffer> {
  const result = await c.query<{ body: Buffer }>({
    name: 'inbound-body',
    text: 'select body from inbound_requests where workspace_id = $1 and id = $2',
    values: [workspaceId, id],
  })
  const row = result.rows[0]
  if (!row) throw new Error(`inbound request ${id} is gone`)
  return row.body
}

type InboundClaim = Pick<InboundRow, 'id' | 'claim_version'>

/** Marks one inbound event as applied, in its own transaction; false when another claim has taken over. */
export async function markApplied(
  tx: Transaction,
  { id, claim_version }: InboundClaim,
  position: number,
): Promise<boolean> {
  return changesOneRow(tx, {
    name: 'mark-applied',
    text: `update inbound_requests set applied = applied || $3::int
           where id = $1 and attempt = $2 and state = 'waiting' and not applied @> array[$3::int]`,
    values: [id, claim_version, position],
  })
}

/** Gives back a request that was claimed and not begun; the claim does not count. */
export async function releaseInbound(c: Connection, now: Date, { id, claim_version }: InboundClaim): Promise<void> {
  await c.query({
    name: 'release-inbound',
    text: `update inbound_requests set next_at = $3, attempt = attempt - 1 where id = $1 and attempt = $2 and state = 'waiting'`,
    values: [id, claim_version, now],
  })
}

/** `problem`: what of it could not be read; null when everything was. */
export async function finishInbound(
  c: Connection,
  { id, claim_version }: InboundClaim,
  problem: string | null,
): Promise<void> {
  await c.query({
    name: 'finish-inbound',
    text: `update inbound_requests set state = 'done', problem = $3 where id = $1 and attempt = $2 and state = 'waiting'`,
    values: [id, claim_version, problem],
  })
}

/** Records a failed attempt: the request is retried at `nextAt`, or set aside if it is null. */
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

/** Forgets requests that came before `before`, whatever became of them; answers how many. */
export async function dropOldInbound(c: Connection, before: Date, most: number): Promise<number> {
  return changedRows(c, {
    text: `delete from inbound_requests where id = any(array(
             select id from inbound_requests where received_at < $1 order by received_at limit $2))`,
    values: [before, most],
  })
}
