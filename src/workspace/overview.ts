// The overview of a workspace: what it used and has left, what became of its messages, and what waits for a person.
import { channelNames } from '../channels/index.ts'
import { monthOf } from '../lib/date-time.ts'
import { readBalance } from '../store/credits.ts'
import type { Connection } from '../store/database.ts'
import { readChannelCounts } from '../store/usage.ts'
import { readDays, readMinutes, readStuck } from '../store/workspace-activity.ts'
import { usageOf } from './usage.ts'
import { requireWorkspace } from './workspaces.ts'

/** Live messages alone. Every figure is read from counters: the number of deliveries makes no difference. */
export async function overviewOf(c: Connection, now: Date, workspaceId: number) {
  await requireWorkspace(c, workspaceId)
  const month = await readChannelCounts(c, workspaceId, monthOf(now))
  const counted = new Map(month.map((row) => [row.channel, row]))
  const { paused, disabled } = await readStuck(c, workspaceId, now)
  return {
    usage: await usageOf(c, workspaceId, now),
    credits: await readBalance(c, workspaceId),
    channels: channelNames.map((channel) => ({ channel, sent: 0, delivered: 0, failed: 0, ...counted.get(channel) })),
    last_hour: (await readMinutes(c, workspaceId, now)).map((row) => ({ ...row, at: row.at.toISOString() })),
    days: await readDays(c, workspaceId, now),
    waiting: { paused_connections: paused, disabled_subscriptions: disabled },
  }
}
