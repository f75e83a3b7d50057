// Reads the monthly usage of a workspace for GET /usage.
import type { Connection } from '../database.ts'
import { firstRowOf, rowsOf } from '../rows.ts'

export interface MonthRow {
  plan: string
  quota: number | null
  whatsapp_limit: number | null
  quota_used: number
  whatsapp_used: number
}

export async function readMonth(c: Connection, workspaceId: number, period: string): Promise<MonthRow | undefined> {
  return firstRowOf<MonthRow>(c, {
    text: `select w.plan, w.quota, w.whatsapp_limit, coalesce(u.quota_used, 0) as quota_used, coalesce(u.whatsapp_used, 0) as whatsapp_used
           from workspaces w left join usage_periods u on u.workspace_id = w.id and u.period = $2
           where w.id = $1`,
    values: [workspaceId, period],
  })
}

export interface ChannelMonth {
  channel: string
  sent: number
  delivered: number
  failed: number
  /** The cancelled deliveries. `failed` includes them. */
  cancelled: number
}

export async function readChannelCounts(c: Connection, workspaceId: number, period: string): Promise<ChannelMonth[]> {
  return rowsOf<ChannelMonth>(c, {
    text: 'select channel, sent, delivered, failed, cancelled from usage_channels where workspace_id = $1 and period = $2 order by channel',
    values: [workspaceId, period],
  })
}
