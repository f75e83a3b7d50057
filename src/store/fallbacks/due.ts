// Reads and writes the fallbacks that the starter decides about. A decision locks the row of its fallback first.
import type { ChannelName } from '../../channels/index.ts'
import type { DeliveryStatus } from '../../delivery-states.ts'
import { asJson, type Connection, type Transaction } from '../database.ts'
import { changedRows, rowsOf } from '../rows.ts'

export type EndReason = 'reached' | 'last_step' | 'cancelled' | 'expired' | 'stopped' | 'no_failure'

/** A fallback that is due. `note` is the note of a changed delivery, or null if the time of a decision has come. */
export interface DueFallback {
  id: number
  note: number | null
}

/** Returns fallbacks that are due, at most `most` by their time and at most `most` notes of changed deliveries. */
export async function findDueFallbacks(c: Connection, now: Date, most: number): Promise<DueFallback[]> {
  return rowsOf<DueFallback>(c, {
    name: 'find-due-fallbacks',
    text: `(select id, null::bigint as note from fallbacks where ended_at is null and look_at <= $1 order by look_at, id limit $2)
           union all (select fallback_id, id from fallback_notes order by id limit $2)`,
    values: [now, most],
  })
}

/**
 * Deletes notes of fallbacks that were decided (`open`) or have ended, and keeps the fallbacks that shall start a step
 * due. Notes of fallbacks that another transaction has locked stay. Returns the number of deleted notes.
 */
export async function takeNotes(
  tx: Transaction,
  now: Date,
  { notes, open, starting }: { notes: number[]; open: number[]; starting: number[] },
): Promise<number> {
  if (starting.length > 0)
    await tx.query({
      name: 'keep-fallbacks-due',
      text: 'update fallbacks set look_at = $2 where id = any($1::bigint[]) and (look_at is null or look_at > $2)',
      values: [starting, now],
    })
  return changedRows(tx, {
    name: 'take-fallback-notes',
    text: `delete from fallback_notes where id = any(array(
             select n.id from fallback_notes n
             where n.id = any($1::bigint[]) and (n.fallback_id = any($2::bigint[])
               or not exists (select from fallbacks f where f.id = n.fallback_id and f.ended_at is null))
             order by n.id for update skip locked))`,
    values: [notes, open],
  })
}

/** Decides about a fallback again at `until`, after an unexpected error. Other fallbacks are decided before it. */
export async function postponeFallback(c: Connection, id: number, until: Date): Promise<void> {
  await c.query({
    name: 'postpone-fallback',
    text: `with taken as (delete from fallback_notes where fallback_id = $1)
           update fallbacks set look_at = $2 where id = $1 and ended_at is null`,
    values: [id, until],
  })
}

export interface OpenFallback {
  id: number
  workspace_id: number
  mode: 'live' | 'test'
  start_now: boolean
  expires_at: Date | null
}

/** Locks the fallbacks that are open. Skips fallbacks that another transaction has locked. */
export async function lockFallbacks(tx: Transaction, ids: number[]): Promise<OpenFallback[]> {
  return rowsOf<OpenFallback>(tx, {
    name: 'lock-fallbacks',
    text: `select id, workspace_id, mode, start_now, expires_at from fallbacks
           where id = any($1::bigint[]) and ended_at is null order by id for update skip locked`,
    values: [ids],
  })
}

/** A step with the facts about its delivery. */
export interface StepFacts {
  fallback_id: number
  position: number
  channel: ChannelName
  after_ms: number | null
  unless: 'delivered' | 'read' | 'acted'
  state: 'waiting' | 'started' | 'skipped' | 'not_needed'
  reason: string | null
  decided_at: Date | null
  delivery_id: number | null
  status: DeliveryStatus | null
  error_code: string | null
  /** When the delivery fails if it was not sent. */
  send_until: Date | null
  history: { status: DeliveryStatus; at: string }[] | null
  acted: boolean
}

/**
 * A used token of the step `s`. `exists` is avoided: PostgreSQL may plan it as one scan of the whole table instead of
 * one index lookup for each step.
 */
const USED_TOKEN = `select true from action_tokens t where t.delivery_id = s.delivery_id and t.used_at is not null limit 1`

/**
 * Reads the steps of fallbacks, in order. Call this after the fallbacks were locked: a receipt or press that was
 * committed before is then visible.
 */
export async function readSteps(c: Connection, fallbackIds: number[]): Promise<StepFacts[]> {
  return rowsOf<StepFacts>(c, {
    name: 'read-fallback-steps',
    text: `select s.fallback_id, s.position, s.channel, s.after_ms, s.unless, s.state, s.reason, s.decided_at, s.delivery_id,
             d.status, d.error_code, d.expires_at as send_until, d.history,
             coalesce((${USED_TOKEN}), false) as acted
           from fallback_steps s left join deliveries d on d.id = s.delivery_id
           where s.fallback_id = any($1::bigint[]) order by s.fallback_id, s.position`,
    values: [fallbackIds],
  })
}

/** A changed fallback. It ends if `ended_reason` is set. */
export interface FallbackChange {
  id: number
  look_at: string | null
  ended_reason: EndReason | null
}

export interface StepChange {
  fallback_id: number
  position: number
  state: 'started' | 'skipped' | 'not_needed'
  reason: string | null
  delivery_id: number | null
}

const SAVE = `
with changed as (
  update fallbacks f set look_at = r.look_at, start_now = false, ended_reason = r.ended_reason,
    ended_at = case when r.ended_reason is not null then $3::timestamptz end
  from json_to_recordset($1::json) as r(id bigint, look_at timestamptz, ended_reason text)
  where f.id = r.id and f.ended_at is null
  returning f.id, f.ended_at
), files as (
  delete from fallback_attachments where fallback_id in (select id from changed where ended_at is not null)
)
update fallback_steps s set state = coalesce(r.state, 'not_needed'), reason = r.reason, delivery_id = r.delivery_id,
  decided_at = $3, content = null
from (
  select s.fallback_id, s.position, r.state, r.reason, r.delivery_id
  from changed join fallback_steps s on s.fallback_id = changed.id and s.state = 'waiting'
  left join json_to_recordset($2::json) as r(fallback_id bigint, position smallint, state text, reason text, delivery_id bigint)
    on r.fallback_id = s.fallback_id and r.position = s.position
  where r.state is not null or changed.ended_at is not null
) r
where s.fallback_id = r.fallback_id and s.position = r.position`

/**
 * Stores decisions about locked fallbacks. If a fallback ends, its waiting steps are no longer needed, and its
 * attachments are deleted.
 */
export async function saveDecisions(
  tx: Transaction,
  now: Date,
  fallbacks: FallbackChange[],
  steps: StepChange[],
): Promise<void> {
  await tx.query({ name: 'save-fallbacks', text: SAVE, values: [asJson(fallbacks), asJson(steps), now] })
}
