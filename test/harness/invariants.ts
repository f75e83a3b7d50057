// The invariant checks of a database: statuses, charges, ledgers, counters, callbacks and events must agree.
import type { Connection } from '../../src/store/database.ts'

export interface InvariantReport {
  /** The number of live deliveries, in total and by status. */
  accepted: number
  delivered: number
  failed: number
  waiting: number
  /** Attempts with an unknown outcome. Each may have reached the provider. */
  ambiguous: number
  usedTokens: number
  callbacks: number
  events: { recorded: number; received: number; waiting: number; failed: number }
  /** One text for each violated rule, with the rows that violate it. The list is empty if all rules hold. */
  mismatches: string[]
}

/** The legal transitions of a status (docs/states.md). */
const LEGAL = `(values ('queued', 'sending'), ('queued', 'failed'), ('queued', 'sent'), ('sending', 'sent'), ('sending', 'queued'),
  ('sending', 'failed'), ('sent', 'delivered'), ('sent', 'failed'), ('delivered', 'read')) as l(before, after)`

/** The history of each delivery. Each row is one step with its position, status, previous status and time. */
const STEPS = `(select d.id, h.place, h.step->>'status' as status, (h.step->>'at')::timestamptz as at,
  lag(h.step->>'status') over w as before from deliveries d
  cross join lateral jsonb_array_elements(d.history) with ordinality as h(step, place) window w as (partition by d.id order by h.place)) as s`

/** Each query finds the rows that violate a rule. */
const RULES: Record<string, string> = {
  'a history does not begin with queued': `select id, status from ${STEPS} where place = 1 and status <> 'queued'`,
  'a history has an illegal step': `select id, before, status from ${STEPS}
     where before is not null and not exists (select from ${LEGAL} where l.before = s.before and l.after = s.status)`,
  'a status differs from the last step of its history': `select id, status, history->-1->>'status' as last from deliveries where status <> history->-1->>'status'`,
  'a message is claimable but not queued, or leased but not sending, or sending without a lease': `select id, status from deliveries
     where ready and status <> 'queued' or (lease_until is not null) <> (status = 'sending') or ready and parked`,
  'the claim version differs from the number of claims in the history': `select d.id, d.attempt from deliveries d
     where d.attempt <> (select count(*) from jsonb_array_elements(d.history) h where h->>'status' = 'sending')`,
  'more than four attempts were made': 'select id, tries from deliveries where tries > 4',
  'an attempt belongs to no claim': `select a.delivery_id, a.attempt from attempts a left join deliveries d on d.id = a.delivery_id
     where d.id is null or a.attempt not between 1 and d.attempt`,
  'a failed message is not refunded, or another message is': `select id, status, account, refunded from deliveries
     where refunded <> (status = 'failed' and account is not null)`,
  'the usage of a month is not the sum of its messages': `select * from (
     select coalesce(u.workspace_id, d.workspace_id) as workspace, coalesce(u.period, d.period) as period, u.quota_used, u.whatsapp_used, d.quota, d.whatsapp
     from usage_periods u full join (
       select workspace_id, period, count(*) filter (where account = 'quota' and not refunded) as quota,
         count(*) filter (where account = 'whatsapp' and not refunded) as whatsapp
       from deliveries where mode = 'live' group by 1, 2) d on d.workspace_id = u.workspace_id and d.period = u.period) m
     where coalesce(quota_used, 0) <> coalesce(quota, 0) or coalesce(whatsapp_used, 0) <> coalesce(whatsapp, 0)`,
  "a channel's figures are not the sum of its messages": `select * from (
     select coalesce(u.workspace_id, d.workspace_id) as workspace, coalesce(u.channel, d.channel) as channel,
       coalesce(u.sent, 0) as sent, coalesce(d.sent, 0) as really_sent, coalesce(u.delivered, 0) as delivered, coalesce(d.delivered, 0) as really_delivered,
       coalesce(u.failed, 0) as failed, coalesce(d.failed, 0) as really_failed,
       coalesce(u.cancelled, 0) as cancelled, coalesce(d.cancelled, 0) as really_cancelled
     from usage_channels u full join (
       select workspace_id, period, channel, count(*) filter (where status in ('sent', 'delivered', 'read')) as sent,
         count(*) filter (where exists (select from jsonb_array_elements(history) h where h->>'status' in ('delivered', 'read'))) as delivered,
         count(*) filter (where status = 'failed') as failed,
         count(*) filter (where status = 'failed' and error_code = 'cancelled') as cancelled
       from deliveries where mode = 'live' group by 1, 2, 3) d on d.workspace_id = u.workspace_id and d.period = u.period and d.channel = u.channel) m
     where sent <> really_sent or delivered <> really_delivered or failed <> really_failed or cancelled <> really_cancelled`,
  'a balance is not the sum of its ledger': `select b.workspace_id, b.credits, e.total from credit_balances b
     left join (select workspace_id, sum(amount) as total from credit_entries group by 1) e on e.workspace_id = b.workspace_id
     where b.credits <> coalesce(e.total, 0)`,
  "a ledger's running balance is wrong": `select * from (
     select id, balance, sum(amount) over (partition by workspace_id order by id) as really from credit_entries) e where balance <> really`,
  'a charge in the ledger differs from the charge of its message': `select d.id, d.account, d.cost, d.refunded, e.charged, e.repaid from deliveries d full join (
       select delivery_id, -sum(amount) filter (where kind = 'overage') as charged, sum(amount) filter (where kind = 'refund') as repaid
       from credit_entries where delivery_id is not null group by 1) e on e.delivery_id = d.id
     where d.id is null or coalesce(e.charged, 0) <> case when d.account = 'credits' then d.cost else 0 end
       or coalesce(e.repaid, 0) <> case when d.account = 'credits' and d.refunded then d.cost else 0 end`,
  'an idempotency key names no delivery': `select k.key, k.delivery_id from idempotency_keys k left join deliveries d on d.id = k.delivery_id where d.id is null`,
  'a used token does not have exactly one callback, or an unused token has a callback': `select t.delivery_id, t.slug, t.used_at, count(o.id) as callbacks from action_tokens t
     left join outgoing o on o.kind = 'callback' and o.replay_of is null and o.subject = 'delivery/' || t.delivery_id and o.event = t.slug
     group by 1, 2, 3 having count(o.id) <> case when t.used_at is null then 0 else 1 end`,
  'a status change was not reported exactly once to a subscription': `select d.id, sub.id as subscription, e.name, count(distinct s.place) as happened,
       (select count(*) from outgoing o where o.kind = 'event' and o.replay_of is null and o.subscription_id = sub.id
          and o.subject = 'delivery/' || d.id and o.event = e.name) as reported
     from deliveries d join subscriptions sub on sub.workspace_id = d.workspace_id and sub.created_at < d.created_at
     cross join lateral unnest(sub.events) as e(name)
     left join ${STEPS} on s.id = d.id and 'delivery.' || s.status = e.name and (s.status <> 'queued' or s.place = 1)
     where e.name in ('delivery.queued', 'delivery.sent', 'delivery.delivered', 'delivery.read', 'delivery.failed')
     group by d.id, sub.id, e.name
     having count(distinct s.place) <> (select count(*) from outgoing o where o.kind = 'event' and o.replay_of is null and o.subscription_id = sub.id
          and o.subject = 'delivery/' || d.id and o.event = e.name)`,
  'an open digest has no delivery, or its delivery is claimable or was sent': `select g.delivery_id, d.status, d.ready from digests g
     left join deliveries d on d.id = g.delivery_id
     where g.released_at is null and (d.id is null or d.ready or d.status not in ('queued', 'failed'))`,
  'a message of a digest has no digest, or its digest was sent without it': `select i.delivery_id, count(*) from digest_items i
     left join digests g on g.delivery_id = i.delivery_id where g.delivery_id is null or g.released_at is not null group by 1`,
  'an event or callback is neither finished nor pending': `select id, kind, status, ready, lease_until from outgoing
     where (status = 'sending') <> (lease_until is not null) or ready and status <> 'waiting' or status in ('received', 'failed') and ended_at is null`,
}

const FIGURES = `select count(*)::int as accepted, count(*) filter (where status in ('sent', 'delivered', 'read'))::int as delivered,
  count(*) filter (where status = 'failed')::int as failed, count(*) filter (where status in ('queued', 'sending'))::int as waiting,
  (select count(*) from attempts where outcome = 'ambiguous')::int as ambiguous,
  (select count(*) from action_tokens where used_at is not null)::int as used,
  (select count(*) from outgoing where kind = 'callback')::int as callbacks,
  (select count(*) from outgoing where kind = 'event')::int as recorded,
  (select count(*) from outgoing where kind = 'event' and status = 'received')::int as received,
  (select count(*) from outgoing where kind = 'event' and status in ('waiting', 'sending', 'held'))::int as events_pending,
  (select count(*) from outgoing where kind = 'event' and status = 'failed')::int as events_failed
  from deliveries where mode = 'live'`

/** Checks the whole database. Nothing may write to it at the same time. */
export async function checkInvariants(c: Connection): Promise<InvariantReport> {
  const mismatches: string[] = []
  for (const [rule, text] of Object.entries(RULES)) {
    const { rows } = await c.query({ text: `${text} limit 5` })
    if (rows.length > 0) mismatches.push(`${rule}: ${JSON.stringify(rows)}`)
  }
  const { rows } = await c.query<Record<string, number>>({ text: FIGURES })
  const {
    accepted,
    delivered,
    failed,
    waiting,
    ambiguous,
    used,
    callbacks,
    recorded,
    received,
    events_pending,
    events_failed,
  } = rows[0] as Record<string, number>
  if (accepted !== delivered! + failed! + waiting!)
    mismatches.push(`the number of accepted messages is not the sum of their outcomes: ${JSON.stringify(rows[0])}`)
  return {
    ...{ accepted: accepted!, delivered: delivered!, failed: failed!, waiting: waiting!, ambiguous: ambiguous! },
    ...{ usedTokens: used!, callbacks: callbacks! },
    events: { recorded: recorded!, received: received!, waiting: events_pending!, failed: events_failed! },
    mismatches,
  }
}

/** Returns the acknowledged messages that are not in the database. */
export async function lostOf(c: Connection, acknowledged: Iterable<number>): Promise<number[]> {
  const ids = [...acknowledged]
  const { rows } = await c.query<{ id: number }>({
    text: 'select a.id from unnest($1::bigint[]) as a(id) left join deliveries d on d.id = a.id where d.id is null',
    values: [ids],
  })
  return rows.map(({ id }) => id)
}
