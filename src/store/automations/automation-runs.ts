// Stores the runs of automations. Workers claim runs under a lease. The transaction that sends the message ends the
// run.
import { CLAIM_VERSION } from '../column-names.ts'
import { asJson, type Connection, type Transaction } from '../database.ts'
import { rowsOf } from '../rows.ts'

export interface ClaimedRun {
  id: number
  claim_version: number
  automation_id: number
  workspace_id: number
  recipient_id: number
  mode: 'live' | 'test'
  trigger: object
  /** This field and the fields below are read from the automation when the run is claimed. */
  enabled: boolean
  automation_name: string
  source_id: number
  template: string
  channel: string | null
  vars: Record<string, string>
}

/** Claims the oldest due runs, at most `most`. Their lease ends at `leaseUntil`. */
export async function claimRuns(c: Connection, now: Date, leaseUntil: Date, most: number): Promise<ClaimedRun[]> {
  const result = await c.query<ClaimedRun>({
    name: 'claim-runs',
    text: `with picked as materialized (
             select id from automation_runs where state = 'waiting' and next_at <= $1
             order by next_at, id limit $3 for update skip locked
           )
           update automation_runs r set attempt = r.attempt + 1, next_at = $2
           from automations a where r.id = any(array(select id from picked)) and a.id = r.automation_id
           returning r.id, r.${CLAIM_VERSION}, r.automation_id, r.workspace_id, r.recipient_id, r.mode, r.trigger,
             a.enabled, a.name as automation_name, a.source_id, a.template, a.channel, a.vars`,
    values: [now, leaseUntil, most],
  })
  return result.rows.sort((a, b) => a.id - b.id)
}

/** The result of a run. It is a delivery, or the reason why there is no delivery. */
export interface EndedRun {
  id: number
  claim_version: number
  delivery_id: number | null
  code: string | null
  reason: string | null
}

/** Ends these runs, except runs that another worker has claimed in the meantime. Returns the ids of the ended runs. */
export async function endRuns(tx: Transaction, now: Date, runs: EndedRun[]): Promise<number[]> {
  const result = await tx.query<{ id: number }>({
    name: 'end-runs',
    text: `update automation_runs r set state = case when e.delivery_id is null then 'refused' else 'sent' end,
             delivery_id = e.delivery_id, code = e.code, reason = e.reason, ended_at = $2
           from json_to_recordset($1::json) as e(id bigint, claim_version int, delivery_id bigint, code text, reason text)
           where r.id = any($3::bigint[]) and r.id = e.id and r.attempt = e.claim_version and r.state = 'waiting'
           returning r.id`,
    values: [asJson(runs), now, runs.map(({ id }) => id)],
  })
  return result.rows.map(({ id }) => id)
}

/**
 * Ends all leases. Called when the embedded database starts, because no other process can have a lease at this time.
 */
export async function endRunLeases(c: Connection, now: Date): Promise<void> {
  await c.query({
    text: `update automation_runs set next_at = $1 where state = 'waiting' and next_at > $1`,
    values: [now],
  })
}

export interface RunRow {
  id: number
  recipient_id: number
  /** Null if the recipient was deleted. */
  recipient_name: string | null
  mode: 'live' | 'test'
  trigger: object
  state: 'waiting' | 'sent' | 'refused'
  delivery_id: number | null
  code: string | null
  reason: string | null
  at: Date
  ended_at: Date | null
}

/** Returns runs with ids below `before`, newest first. */
export async function listRuns(
  c: Connection,
  workspaceId: number,
  automationId: number,
  { state, before, limit }: { state?: string; before: number; limit: number },
): Promise<RunRow[]> {
  return rowsOf<RunRow>(c, {
    text: `select r.id, r.recipient_id, p.name as recipient_name, r.mode, r.trigger, r.state, r.delivery_id, r.code, r.reason, r.at, r.ended_at
           from automation_runs r left join recipients p on p.id = r.recipient_id and p.workspace_id = $1
           where r.workspace_id = $1 and r.automation_id = $2 and r.id < $3 and ($4::text is null or r.state = $4)
           order by r.id desc limit $5`,
    values: [workspaceId, automationId, before, state ?? null, limit],
  })
}

/** Counts the runs of each automation by state. */
export async function countRuns(
  c: Connection,
  automationIds: number[],
): Promise<{ automation_id: number; waiting: number; sent: number; refused: number }[]> {
  return rowsOf<{ automation_id: number; waiting: number; sent: number; refused: number }>(c, {
    text: `select automation_id, count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'sent') as sent,
             count(*) filter (where state = 'refused') as refused
           from automation_runs where automation_id = any($1::bigint[]) group by automation_id`,
    values: [automationIds],
  })
}
