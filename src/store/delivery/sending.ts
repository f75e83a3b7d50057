// Reads the data that a worker needs in addition to the delivery: contents, action tokens, workspaces, devices and
// attachments.
import type { StoredAddresses } from '../../channels/address.ts'
import type { Content } from '../../channels/contract.ts'
import type { Connection, Transaction } from '../database.ts'
import { isCollecting } from '../digests/digest-times.ts'
import { type KnownSuppression, suppressionsOfDelivery } from '../recipients/suppressions.ts'
import { firstRowOf, rowsOf } from '../rows.ts'

/**
 * Returns the content of a delivery. An attempt reads the messages of a digest only if they have sensitive values;
 * otherwise the content is returned without them. Throws if the delivery was deleted.
 */
export async function readContent(c: Connection, workspaceId: number, deliveryId: number): Promise<Content> {
  const result = await c.query<{ content: Content }>({
    name: 'sending-content',
    text: `select case when content ? 'sensitive' then content else content - 'items' end as content
           from deliveries where workspace_id = $1 and id = $2`,
    values: [workspaceId, deliveryId],
  })
  const row = result.rows[0]
  if (!row) throw new Error(`delivery ${deliveryId} has no content`)
  return row.content
}

export interface ActionTokenRow {
  id: string
  delivery_id: number
  position: number
  slug: string
  /** The expiry time that the token's signature (MAC) covers. */
  signed_expiry: Date
}

export async function readActionTokens(c: Connection, deliveryIds: number[]): Promise<ActionTokenRow[]> {
  return rowsOf<ActionTokenRow>(c, {
    name: 'sending-tokens',
    text: `select id, delivery_id, position, slug, coalesce(signed_expiry, expires_at) as signed_expiry
           from action_tokens where delivery_id = any($1::bigint[]) order by delivery_id, position`,
    values: [deliveryIds],
  })
}

export interface MailRow {
  id: number
  workspace_name: string
  brand: Record<string, unknown>
  /** The suppressions of the address, or null. A suppression may be newer than the message. */
  suppressed: KnownSuppression[] | null
}

/** Returns the data of the workspace that an email delivery needs, and the suppressions of its address. */
export async function readMailRows(c: Connection, deliveryIds: number[]): Promise<MailRow[]> {
  return rowsOf<MailRow>(c, {
    name: 'sending-mail',
    text: `select d.id, w.name as workspace_name, w.brand,
             ${suppressionsOfDelivery('d')} as suppressed
           from deliveries d join workspaces w on w.id = d.workspace_id where d.id = any($1::bigint[])`,
    values: [deliveryIds],
  })
}

/**
 * Returns the current devices of the recipients of push deliveries. The result contains no row for a deleted recipient.
 */
export async function readDevices(c: Connection, deliveryIds: number[]): Promise<Map<number, StoredAddresses['push']>> {
  const result = await c.query<{ id: number; push: StoredAddresses['push'] }>({
    name: 'sending-devices',
    text: `select d.id, r.push from deliveries d join recipients r on r.id = d.recipient_id and r.workspace_id = d.workspace_id
           where d.id = any($1::bigint[])`,
    values: [deliveryIds],
  })
  return new Map(result.rows.map(({ id, push }) => [id, push]))
}

export async function readAttachments(
  c: Connection,
  deliveryId: number,
): Promise<{ position: number; bytes: Buffer }[]> {
  return rowsOf<{ position: number; bytes: Buffer }>(c, {
    text: 'select position, bytes from attachments where delivery_id = $1 order by position',
    values: [deliveryId],
  })
}

/**
 * Returns the bytes of one attachment. Throws if the bytes were already deleted. They are deleted when the delivery has
 * its final status.
 */
export async function readAttachment(c: Connection, deliveryId: number, position: number): Promise<Buffer> {
  const result = await c.query<{ bytes: Buffer }>({
    text: 'select bytes from attachments where delivery_id = $1 and position = $2',
    values: [deliveryId, position],
  })
  const row = result.rows[0]
  if (!row) throw new Error(`delivery ${deliveryId} has no attachment ${position}`)
  return row.bytes
}

/** Returns the field `expires_after` of the send request. Returns undefined without this field or without the delivery. */
export async function readExpiresAfter(tx: Transaction, workspaceId: number, id: number): Promise<string | undefined> {
  const row = await firstRowOf<{ expires_after: string | null }>(tx, {
    text: `select content->'stated'->>'expires_after' as expires_after from deliveries where workspace_id = $1 and id = $2`,
    values: [workspaceId, id],
  })
  return row?.expires_after ?? undefined
}

/**
 * Moves a delivery to another time before its first attempt. Returns false if an attempt has begun. If the delivery is
 * the first step of a fallback, `stepsUntil` becomes the time after which no step starts. The action tokens get a new
 * expiry time, and links that were already sent stay valid.
 */
export async function rescheduleUnattempted(
  tx: Transaction,
  now: Date,
  move: {
    workspaceId: number
    id: number
    dueAt: Date
    expiresAt: Date
    /** Present if the request has `expires_after`. */
    stepsUntil: Date | undefined
    tokensExpireAt: Date
  },
): Promise<boolean> {
  const moved = await firstRowOf<{ fallback_id: number | null }>(tx, {
    text: `update deliveries set scheduled_for = $3, next_at = greatest($3::timestamptz, $5), ready = $3 <= $5::timestamptz and not parked, expires_at = $4,
             deferred_until = null, ignores_quiet_hours = false
           where workspace_id = $1 and id = $2 and status = 'queued' and not ${isCollecting('deliveries')}
             and not exists (select from attempts where delivery_id = $2)
           returning fallback_id`,
    values: [move.workspaceId, move.id, move.dueAt, move.expiresAt, now],
  })
  if (!moved) return false
  // A fallback is locked before its action tokens, as for a button press.
  if (moved.fallback_id === move.id && move.stepsUntil)
    await tx.query({
      text: 'update fallbacks set expires_at = $2 where id = $1 and ended_at is null',
      values: [move.id, move.stepsUntil],
    })
  await tx.query({
    text: `update action_tokens set expires_at = $2, signed_expiry = coalesce(signed_expiry, expires_at)
           where delivery_id = $1`,
    values: [move.id, move.tokensExpireAt],
  })
  return true
}
