// Action tokens, which authorize the buttons of messages. Finds and lists tokens, and marks a token as used once.
import type { ContentAction } from '../../channels/contract.ts'
import type { ChannelName } from '../../channels/index.ts'
import { asJson, type Connection, type Transaction } from '../database.ts'
import { USED_IN_FALLBACK } from '../fallbacks/presses.ts'
import { changesOneRow, firstRowOf, rowsOf } from '../rows.ts'

export interface ActionTokenDetail {
  id: string
  delivery_id: number
  slug: string
  expires_at: Date
  /** The expiry time that the token's signature (MAC) covers. */
  signed_expiry: Date
  used_at: Date | null
  used_via: string | null
  workspace_id: number
  source_id: number
  key_id: number | null
  mode: 'live' | 'test'
  channel: ChannelName
  recipient_id: number
  recipient_name: string
  action: ContentAction
  locale: string | null
  confirm_click: boolean
  workspace_name: string
  brand: Record<string, unknown>
  default_locale: string
  /** The fallback of the delivery. */
  fallback_id: number | null
  /** Whether a button of any step of the fallback was pressed. */
  used_in_fallback: boolean
}

const DETAIL = `select t.id, t.delivery_id, t.slug, t.expires_at, coalesce(t.signed_expiry, t.expires_at) as signed_expiry, t.used_at, t.used_via,
             d.workspace_id, d.source_id, d.key_id, d.mode, d.channel, d.recipient_id, d.recipient_name,
             d.content->'actions'->t.position::int as action, d.content->>'locale' as locale,
             d.fallback_id, ${USED_IN_FALLBACK} as used_in_fallback, s.confirm_click, w.name as workspace_name, w.brand, w.default_locale
           from action_tokens t join deliveries d on d.id = t.delivery_id
             join sources s on s.id = d.source_id join workspaces w on w.id = d.workspace_id`

/** Returns the token whose id is the given text. The id is secret, so the caller need not name the workspace. */
export async function findActionToken(c: Connection, id: string): Promise<ActionTokenDetail | undefined> {
  return firstRowOf<ActionTokenDetail>(c, {
    name: 'find-action-token',
    text: `${DETAIL} where t.id = $1`,
    values: [id],
  })
}

/** An upper limit. Two tokens with the same first eight characters are improbable. */
const MOST_ALIKE = 10

/** Returns the tokens whose ids begin with these eight characters. */
export async function findActionTokensBeginning(c: Connection, beginning: string): Promise<ActionTokenDetail[]> {
  return rowsOf<ActionTokenDetail>(c, {
    name: 'find-action-tokens-beginning',
    text: `${DETAIL} where left(t.id, 8) = $1 limit ${MOST_ALIKE}`,
    values: [beginning],
  })
}

export interface TokenUse {
  id: string
  used_at: Date | null
  used_via: string | null
}

/** Locks the action tokens of a delivery, so that concurrent button presses wait. Returns the tokens and their uses. */
export async function lockActionTokens(tx: Transaction, deliveryId: number): Promise<TokenUse[]> {
  return rowsOf<TokenUse>(tx, {
    name: 'lock-action-tokens',
    text: 'select id, used_at, used_via from action_tokens where delivery_id = $1 order by position for update',
    values: [deliveryId],
  })
}

/** Marks the token as used. Returns false if it was already used or has expired. */
export async function markActionUsed(
  tx: Transaction,
  now: Date,
  use: { id: string; by: string; via: string },
): Promise<boolean> {
  return changesOneRow(tx, {
    name: 'use-action-token',
    text: `update action_tokens set used_at = $2, used_by = $3, used_via = $4
           where id = $1 and used_at is null and expires_at > $2`,
    values: [use.id, now, use.by, use.via],
  })
}

export async function noteRapidTakes(tx: Transaction, now: Date, sourceId: number): Promise<void> {
  await tx.query({ text: 'update sources set rapid_takes_at = $2 where id = $1', values: [sourceId, now] })
}

export interface ActionTokenLine {
  position: number
  slug: string
  expires_at: Date
  used_at: Date | null
  used_by: string | null
  used_via: string | null
}

/**
 * Returns the action tokens of a delivery in their order. Leaves out the secrets, which would permit a button press.
 */
export async function listActionTokens(
  c: Connection,
  workspaceId: number,
  deliveryId: number,
): Promise<ActionTokenLine[]> {
  return rowsOf<ActionTokenLine>(c, {
    text: `select position, slug, expires_at, used_at, used_by, used_via from action_tokens
           where delivery_id = $2 and exists (select from deliveries where workspace_id = $1 and id = $2)
           order by position`,
    values: [workspaceId, deliveryId],
  })
}

/** Extends the validity of the tokens of deliveries. Links that were already sent stay valid. */
export async function moveActionTokens(
  tx: Transaction,
  moves: { delivery_id: number; seconds: number }[],
): Promise<void> {
  await tx.query({
    text: `with m as materialized (select * from json_to_recordset($1::json) as m(delivery_id bigint, seconds double precision))
           update action_tokens t set expires_at = t.expires_at + make_interval(secs => m.seconds),
             signed_expiry = coalesce(t.signed_expiry, t.expires_at)
           from m where t.delivery_id = m.delivery_id`,
    values: [asJson(moves)],
  })
}
