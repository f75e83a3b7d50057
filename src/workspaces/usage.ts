// The usage of a month. The contract shows two variants of the response. The response has the fields of both variants
// (decision 6).
import { channelNames } from '../channels/index.ts'
import { refuse } from '../errors.ts'
import { monthOf } from '../lib/text/date-time.ts'
import { plans } from '../plans.ts'
import type { Connection } from '../store/database.ts'
import { readChannelCounts, readMonth } from '../store/workspaces/usage.ts'

/** Returns the UsageResponse for the month of `now`. Only live messages count. */
export async function usageOf(c: Connection, workspaceId: number, now: Date) {
  const period = monthOf(now)
  const month = (await readMonth(c, workspaceId, period)) ?? refuse('not_found', `No workspace ${workspaceId}.`)
  const channels = await readChannelCounts(c, workspaceId, period)
  const sum = (field: 'sent' | 'failed') => channels.reduce((total, row) => total + row[field], 0)
  const quota = { limit: month.quota, used: month.quota_used, remaining: remaining(month.quota, month.quota_used) }
  return {
    workspace_id: workspaceId,
    period: period.slice(0, 7),
    total_sent: sum('sent'),
    total_failed: sum('failed'),
    by_channel: Object.fromEntries(channelNames.map((name) => [name, countOf(channels, name)])),
    quota,
    plan_slug: month.plan,
    plan_name: plans[month.plan]?.name ?? month.plan,
    messages: { ...quota, percentage: percentage(month.quota, month.quota_used) },
    whatsapp: { used: month.whatsapp_used, limit: month.whatsapp_limit },
    period_start: period,
    period_end: lastDay(now),
  }
}

function countOf(channels: { channel: string; sent: number; failed: number }[], name: string) {
  const { sent = 0, failed = 0 } = channels.find(({ channel }) => channel === name) ?? {}
  return { sent, failed }
}

function remaining(limit: number | null, used: number): number | null {
  return limit === null ? null : Math.max(0, limit - used)
}

/**
 * Returns the used share of the limit in whole percent, rounded down, from 0 to 100. The result is 100 only if nothing
 * of the limit remains, for example if the limit is 0 or was lowered below the usage. Without a limit, the result is 0.
 */
function percentage(limit: number | null, used: number): number {
  if (limit === null) return 0
  return used >= limit ? 100 : Math.floor((used / limit) * 100)
}

function lastDay(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).toISOString().slice(0, 10)
}
