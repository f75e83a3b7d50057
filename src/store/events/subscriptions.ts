// Stores subscriptions: their URLs and events, the secrets that sign their requests, and the recent failures of their
// receivers.
import type { Connection, Transaction } from '../database.ts'
import { changesOneRow, firstRowOf, onlyRowOf, rowsOf } from '../rows.ts'

export interface SubscriptionRow {
  id: number
  workspace_id: number
  url: string
  events: string[]
  failures: number
  failing_since: Date | null
  disabled_at: Date | null
  disabled_reason: string | null
  previous_until: Date | null
  created_at: Date
  updated_at: Date
}

/** Leaves out dev listeners, because they have no URL (see dev-listeners.ts). */
const IS_SENT = `url <> ''`

const COLUMNS =
  'id, workspace_id, url, events, failures, failing_since, disabled_at, disabled_reason, previous_until, created_at, updated_at'

export async function insertSubscription(
  c: Connection,
  now: Date,
  row: { id: number; workspaceId: number; url: string; events: string[]; secret: Buffer },
): Promise<SubscriptionRow> {
  return onlyRowOf<SubscriptionRow>(c, {
    text: `insert into subscriptions (id, workspace_id, url, events, secret, created_at, updated_at)
           overriding system value values ($6, $1, $2, $3, $4, $5, $5) returning ${COLUMNS}`,
    values: [row.workspaceId, row.url, row.events, row.secret, now, row.id],
  })
}

/** Returns a subscription. With `lock`, its row is locked until the transaction ends. */
export async function findSubscription(
  c: Connection,
  workspaceId: number,
  id: number,
  lock = false,
): Promise<SubscriptionRow | undefined> {
  return firstRowOf<SubscriptionRow>(c, {
    text: `select ${COLUMNS} from subscriptions where workspace_id = $1 and id = $2 and ${IS_SENT}${lock ? ' for no key update' : ''}`,
    values: [workspaceId, id],
  })
}

/** Returns subscriptions with ids above `after`, oldest first. */
export async function listSubscriptions(
  c: Connection,
  workspaceId: number,
  after: number,
  limit: number,
): Promise<SubscriptionRow[]> {
  return rowsOf<SubscriptionRow>(c, {
    text: `select ${COLUMNS} from subscriptions where workspace_id = $1 and id > $2 and ${IS_SENT} order by id limit $3`,
    values: [workspaceId, after, limit],
  })
}

export async function updateSubscription(
  c: Connection,
  now: Date,
  row: { workspaceId: number; id: number; url: string; events: string[] },
): Promise<SubscriptionRow> {
  return onlyRowOf<SubscriptionRow>(c, {
    text: `update subscriptions set url = $3, events = $4, updated_at = $5
           where workspace_id = $1 and id = $2 returning ${COLUMNS}`,
    values: [row.workspaceId, row.id, row.url, row.events, now],
  })
}

/** Returns the encrypted secret of a subscription. The row is locked until the transaction ends. */
export async function lockSecret(tx: Transaction, workspaceId: number, id: number): Promise<Buffer | undefined> {
  const result = await tx.query<{ secret: Buffer }>({
    text: `select secret from subscriptions where workspace_id = $1 and id = $2 and ${IS_SENT} for no key update`,
    values: [workspaceId, id],
  })
  return result.rows[0]?.secret
}

/**
 * Replaces the secret. Until `previous.until`, requests are signed with the previous secret too. If `previous` is null,
 * only the new secret signs.
 */
export async function replaceSecret(
  tx: Transaction,
  now: Date,
  change: { workspaceId: number; id: number; secret: Buffer; previous: { secret: Buffer; until: Date } | null },
): Promise<void> {
  await tx.query({
    text: `update subscriptions set previous_secret = $4, previous_until = $5, secret = $3, updated_at = $6
           where workspace_id = $1 and id = $2`,
    values: [
      change.workspaceId,
      change.id,
      change.secret,
      change.previous?.secret ?? null,
      change.previous?.until ?? null,
      now,
    ],
  })
}

/** Disables a subscription. Has no effect if the subscription is already disabled. */
export async function disableSubscription(
  c: Connection,
  now: Date,
  { workspaceId, id, reason }: { workspaceId: number; id: number; reason: string },
): Promise<void> {
  await c.query({
    text: `update subscriptions set disabled_at = $3, disabled_reason = $4, updated_at = $3
           where workspace_id = $1 and id = $2 and disabled_at is null`,
    values: [workspaceId, id, now, reason],
  })
}

export async function enableSubscription(c: Connection, now: Date, workspaceId: number, id: number): Promise<void> {
  await c.query({
    text: `update subscriptions set disabled_at = null, disabled_reason = null, failures = 0, failing_since = null, updated_at = $3
           where workspace_id = $1 and id = $2`,
    values: [workspaceId, id, now],
  })
}

export async function deleteSubscription(c: Connection, workspaceId: number, id: number): Promise<boolean> {
  return changesOneRow(c, {
    text: `delete from subscriptions where workspace_id = $1 and id = $2 and ${IS_SENT}`,
    values: [workspaceId, id],
  })
}

/**
 * Returns the events that are needed in each workspace, because a subscription selected them or an automation starts
 * with them. Leaves out contact.tagged for automations, because a send request never adds tags.
 */
export async function chosenEvents(c: Connection, workspaceIds: number[]): Promise<Map<number, Set<string>>> {
  const result = await c.query<{ workspace_id: number; event: string }>({
    name: 'chosen-events',
    text: `select distinct s.workspace_id, e.event from subscriptions s cross join unnest(s.events) as e(event)
           where s.workspace_id = any($1::bigint[])
           union
           select workspace_id, type from automations
           where workspace_id = any($1::bigint[]) and enabled and type = 'contact.created'`,
    values: [workspaceIds],
  })
  const chosen = new Map<number, Set<string>>()
  for (const { workspace_id, event } of result.rows) {
    const events = chosen.get(workspace_id) ?? new Set()
    chosen.set(workspace_id, events.add(event))
  }
  return chosen
}

/** The data that is needed to send requests to a subscription. */
export interface SendingSubscription {
  id: number
  workspace_id: number
  url: string
  secret: Buffer
  previous_secret: Buffer | null
  previous_until: Date | null
}

/** Returns the subscriptions with these ids. Leaves out deleted and disabled subscriptions. */
export async function readSendingSubscriptions(c: Connection, ids: number[]): Promise<SendingSubscription[]> {
  return rowsOf<SendingSubscription>(c, {
    name: 'sending-subscriptions',
    text: `select id, workspace_id, url, secret, previous_secret, previous_until from subscriptions
           where id = any($1::bigint[]) and disabled_at is null`,
    values: [ids],
  })
}

/** The recent failures of the receiver of a subscription. */
export interface HealthRow {
  id: number
  workspace_id: number
  url: string
  failures: number
  failing_since: Date | null
  disabled_at: Date | null
}

/**
 * Returns the recent failures of the receivers of subscriptions. The rows are locked in the order of their ids. They
 * stay locked until the transaction ends.
 */
export async function lockHealth(tx: Transaction, ids: number[]): Promise<HealthRow[]> {
  return rowsOf<HealthRow>(tx, {
    name: 'lock-health',
    text: `select id, workspace_id, url, failures, failing_since, disabled_at from subscriptions
           where id = any($1::bigint[]) order by id for no key update`,
    values: [ids],
  })
}

export function writeHealth(
  tx: Transaction,
  now: Date,
  row: { id: number; failures: number; failing_since: Date | null; disabled_reason: string | null },
): void {
  tx.send({
    name: 'write-health',
    text: `update subscriptions set failures = $2, failing_since = $3,
             disabled_at = case when $4::text is not null then $5::timestamptz else disabled_at end,
             disabled_reason = coalesce($4, disabled_reason)
           where id = $1`,
    values: [row.id, row.failures, row.failing_since, row.disabled_reason, now],
  })
}

/**
 * Resets the failures of subscriptions whose receivers have responded. Does not write to subscriptions that have no
 * failures.
 */
export function forgetFailures(tx: Transaction, ids: number[]): void {
  tx.send({
    name: 'forget-failures',
    text: `update subscriptions set failures = 0, failing_since = null where id = any(array(
             select id from subscriptions where id = any($1::bigint[]) and failures > 0 order by id for no key update))`,
    values: [ids],
  })
}
