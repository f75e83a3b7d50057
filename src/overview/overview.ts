// The overview of a workspace: usage, outcomes of messages, and current problems.
import { channelNames } from '../channels/index.ts'
import { pauseOf } from '../connections/pauses.ts'
import type { Health } from '../installation/health.ts'
import { monthOf } from '../lib/text/date-time.ts'
import { shownPauses } from '../redaction/masked-texts.ts'
import type { Visibility } from '../redaction/sensitive.ts'
import type { Connection } from '../store/database.ts'
import { listPauses } from '../store/delivery/pauses.ts'
import { listDisabled } from '../store/workspaces/conditions.ts'
import { readBalance } from '../store/workspaces/credits.ts'
import { type ChannelMonth, readChannelCounts } from '../store/workspaces/usage.ts'
import { readDays, readMinutes } from '../store/workspaces/workspace-activity.ts'
import { usageOf } from '../workspaces/usage.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { conditionsOf } from './conditions.ts'

/**
 * Returns the overview of live messages. All figures come from counters, so the duration of this call does not depend
 * on the number of deliveries.
 */
export async function overviewOf(
  c: Connection,
  now: Date,
  workspaceId: number,
  health: Health,
  visibility: Visibility,
) {
  await requireWorkspace(c, workspaceId)
  const month = await readChannelCounts(c, workspaceId, monthOf(now))
  const counted = new Map(month.map((row) => [row.channel, row]))
  const usage = await usageOf(c, workspaceId, now)
  const credits = await readBalance(c, workspaceId)
  const minutes = await readMinutes(c, workspaceId, now)
  const lastHour = { sent: sumOf(minutes, 'sent'), failed: sumOf(minutes, 'failed') }
  return {
    usage,
    credits,
    channels: channelNames.map((channel) => ({ channel, ...tallyOf(counted.get(channel)) })),
    last_hour: minutes.map((row) => ({ ...row, at: row.at.toISOString() })),
    days: await readDays(c, workspaceId, now),
    waiting: await pausedAndDisabled(c, now, workspaceId, visibility),
    conditions: await conditionsOf(c, now, workspaceId, { health, lastHour, usage, credits, visibility }),
    health,
  }
}

/** Returns the field in which 0.1.0 reported problems. `conditions` has more detail. */
async function pausedAndDisabled(c: Connection, now: Date, workspaceId: number, visibility: Visibility) {
  const rows = await shownPauses(c, workspaceId, visibility, await listPauses(c, workspaceId, now))
  const pauses = rows.map(pauseOf)
  return {
    paused_connections: pauses.map(({ sourceId, sourceName, channel, reason }) => ({
      source_id: sourceId,
      source_name: sourceName,
      channel,
      reason,
    })),
    disabled_subscriptions: (await listDisabled(c, workspaceId)).length,
  }
}

/**
 * Returns the figures of a month. Cancelled messages are excluded, as in the counters of minutes and days
 * (delivery/consequences.ts).
 */
function tallyOf(month: ChannelMonth | undefined) {
  if (!month) return { sent: 0, delivered: 0, failed: 0 }
  const { sent, delivered, failed, cancelled } = month
  return { sent, delivered, failed: failed - cancelled }
}

function sumOf(minutes: { sent: number; failed: number }[], name: 'sent' | 'failed'): number {
  return minutes.reduce((sum, minute) => sum + minute[name], 0)
}
