// Reads and changes monthly usage counters, credit balances and the credit ledger.
import { asJson, type Transaction } from '../database.ts'
import { rowsOf } from '../rows.ts'

export interface UsageRow {
  workspace_id: number
  quota_used: number
  whatsapp_used: number
}

export interface UsageChange {
  workspace_id: number
  period: string
  quota: number
  whatsapp: number
}

const ADD = `
insert into usage_periods as u (workspace_id, period, quota_used, whatsapp_used)
select r.workspace_id, r.period, r.quota, r.whatsapp
from json_to_recordset($1::json) as r(workspace_id bigint, period date, quota bigint, whatsapp bigint)
order by r.workspace_id, r.period
on conflict (workspace_id, period) do update
  set quota_used = u.quota_used + excluded.quota_used, whatsapp_used = u.whatsapp_used + excluded.whatsapp_used
returning u.workspace_id, u.quota_used, u.whatsapp_used`

const ADD_WITHIN_LIMITS = `
with added as (${ADD})
select case when count(*) = $2 then 1 else ('counters changed: ' || count(*))::int end
from added a join json_to_recordset($1::json) as r(workspace_id bigint, quota_limit bigint, whatsapp_limit bigint)
  on r.workspace_id = a.workspace_id
where (r.quota_limit is null or a.quota_used <= r.quota_limit)
  and (r.whatsapp_limit is null or a.whatsapp_used <= r.whatsapp_limit)`

const addition = (changes: UsageChange[]) => ({ name: 'add-usage', text: ADD, values: [asJson(changes)] })

/** Adds to the counters and returns their new values. Rows are locked in the order of their ids. */
export async function addUsage(tx: Transaction, changes: UsageChange[]): Promise<UsageRow[]> {
  return rowsOf<UsageRow>(tx, addition(changes))
}

/** A change that must not exceed the limits. A limit of null is not checked. */
export interface LimitedUsageChange extends UsageChange {
  quota_limit: number | null
  whatsapp_limit: number | null
}

/**
 * Adds to the counters. If a limit is exceeded, the transaction fails with an error that `haveCountersChanged`
 * recognizes.
 */
export function addUsageWithinLimits(tx: Transaction, changes: LimitedUsageChange[]): void {
  tx.send({ name: 'add-usage-within', text: ADD_WITHIN_LIMITS, values: [asJson(changes), changes.length] })
}

/**
 * Adds to the counters without reading their new values, because no limit must be
 * checked.
 */
export function sendUsage(tx: Transaction, changes: UsageChange[]): void {
  tx.send(addition(changes))
}

/** Locks the credit balances and returns them by workspace. A workspace that never had credits has no balance. */
export async function lockBalances(tx: Transaction, workspaceIds: number[]): Promise<Map<number, number>> {
  const result = await tx.query<{ workspace_id: number; credits: number }>({
    text: `select workspace_id, credits from credit_balances where workspace_id = any($1::bigint[])
           order by workspace_id for update`,
    values: [workspaceIds],
  })
  return new Map(result.rows.map((row) => [row.workspace_id, row.credits]))
}

export interface CreditEntry {
  workspace_id: number
  kind: 'overage' | 'refund'
  /** Negative if credits were spent. */
  amount: number
  balance: number
  delivery_id: number
}

/**
 * Inserts ledger entries and adds their amounts to the balances. The caller must have locked the balances with
 * `lockBalances`.
 */
export async function writeCreditEntries(tx: Transaction, now: Date, entries: CreditEntry[]): Promise<void> {
  await tx.query({
    text: `with e as (
             select * from json_to_recordset($1::json) as e(workspace_id bigint, kind text, amount bigint, balance bigint, delivery_id bigint)
           ), written as (
             insert into credit_entries (workspace_id, kind, amount, balance, delivery_id, at)
             select workspace_id, kind, amount, balance, delivery_id, $2 from e
           ), changed as (
             select workspace_id, sum(amount) as amount from e group by workspace_id
           )
           update credit_balances b set credits = b.credits + changed.amount from changed where b.workspace_id = changed.workspace_id`,
    values: [asJson(entries), now],
  })
}
