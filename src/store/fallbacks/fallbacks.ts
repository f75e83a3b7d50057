// Inserts the fallbacks of accepted messages, with their steps and the attachments of later steps.
import type { Content } from '../../channels/contract.ts'
import type { ChannelName } from '../../channels/index.ts'
import { asJson, type Transaction } from '../database.ts'

export interface NewFallback {
  /** The id of the first delivery. */
  id: number
  workspace_id: number
  mode: 'live' | 'test'
  /** Present if no later step can start, so that the fallback can end at once. */
  look_at: string | null
  expires_at: string | null
}

export interface NewStep {
  fallback_id: number
  position: number
  channel: ChannelName
  after_ms: number | null
  unless: string
  content: Content | null
  state: 'waiting' | 'started' | 'skipped'
  reason: string | null
  delivery_id: number | null
  decided_at: string | null
}

const INSERT = `
with stored as (
  insert into fallbacks (id, workspace_id, mode, look_at, expires_at, created_at)
  select id, workspace_id, mode, look_at, expires_at, $3
  from json_to_recordset($1::json) as f(id bigint, workspace_id bigint, mode text, look_at timestamptz, expires_at timestamptz)
), steps as (
  insert into fallback_steps (fallback_id, position, channel, after_ms, unless, content, state, reason, delivery_id, decided_at)
  select fallback_id, position, channel, after_ms, unless, content, state, reason, delivery_id, decided_at
  from json_to_recordset($2::json) as s(fallback_id bigint, position smallint, channel text, after_ms bigint, unless text,
    content jsonb, state text, reason text, delivery_id bigint, decided_at timestamptz)
)
update deliveries set fallback_id = id where id = any(array(select (f->>'id')::bigint from json_array_elements($1::json) f))`

/** Inserts fallbacks, and marks their first deliveries, which the same transaction has inserted. */
export function insertFallbacks(tx: Transaction, now: Date, fallbacks: NewFallback[], steps: NewStep[]): void {
  tx.send({ name: 'insert-fallbacks', text: INSERT, values: [asJson(fallbacks), asJson(steps), now] })
}

/** Keeps the bytes of an attachment until the fallback ends. */
export function insertFallbackAttachment(tx: Transaction, fallbackId: number, position: number, bytes: Buffer): void {
  tx.send({
    name: 'insert-fallback-attachment',
    text: 'insert into fallback_attachments (fallback_id, position, bytes) values ($1, $2, $3)',
    values: [fallbackId, position, bytes],
  })
}

/** Marks the deliveries of started steps. */
export function markStepDeliveries(tx: Transaction, started: { fallback_id: number; delivery_id: number }[]): void {
  tx.send({
    name: 'mark-step-deliveries',
    text: `update deliveries d set fallback_id = s.fallback_id
           from json_to_recordset($1::json) as s(fallback_id bigint, delivery_id bigint)
           where d.id = any(array(select (r->>'delivery_id')::bigint from json_array_elements($1::json) r)) and d.id = s.delivery_id`,
    values: [asJson(started)],
  })
}
