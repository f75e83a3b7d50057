// The preview of a bulk operation: how many deliveries it would change, what this costs, and which it would refuse.
import { channelOf } from '../channels/index.ts'
import type { BulkAction } from '../store/bulk/operations.ts'
import { type KnownRefusal, knownRefusals, type PreviewedRow, previewRows } from '../store/bulk/preview.ts'
import type { Connection } from '../store/database.ts'
import { readBalance } from '../store/workspaces/credits.ts'
import { usageOf } from '../workspaces/usage.ts'

export { knownRefusals }

export interface BulkPreview {
  /** The number of deliveries that the operation would change. */
  accepted: number
  refused: { code: KnownRefusal; count: number }[]
  /** For a resend: what the messages cost. For a cancellation: what is refunded. All 0 for test messages. */
  cost: BulkCost
  /** True if the operation contains all deliveries that match the filter. */
  complete: boolean
  /** The time back to which the deliveries were searched. Null if the search is complete. */
  searched_to: string | null
}

export interface BulkCost {
  /** Messages of the monthly quota. */
  quota: number
  /** Messages of the WhatsApp bundle. */
  whatsapp: number
  credits: number
  /** The credits of the workspace before the operation. */
  credits_left: number
  /** Messages that neither the quota nor credits can pay. They will be refused. */
  unpaid: number
}

export async function previewOf(
  c: Connection,
  now: Date,
  where: { workspaceId: number; mode: 'live' | 'test'; action: BulkAction },
  ids: number[],
): Promise<Pick<BulkPreview, 'accepted' | 'refused' | 'cost'>> {
  const rows = await previewRows(c, where, ids)
  const accepted = rows.filter(({ refusal }) => refusal === null)
  const counts = new Map<KnownRefusal, number>()
  for (const { refusal } of rows) if (refusal !== null) counts.set(refusal, (counts.get(refusal) ?? 0) + 1)
  const refused = [...counts].map(([code, count]) => ({ code, count })).sort((one, other) => other.count - one.count)
  return { accepted: accepted.length, refused, cost: await costOf(c, now, where, accepted) }
}

async function costOf(
  c: Connection,
  now: Date,
  { workspaceId, mode, action }: { workspaceId: number; mode: 'live' | 'test'; action: BulkAction },
  accepted: PreviewedRow[],
): Promise<BulkCost> {
  const cost = { quota: 0, whatsapp: 0, credits: 0, credits_left: await readBalance(c, workspaceId), unpaid: 0 }
  if (mode === 'test' || action === 'reschedule') return cost
  if (action === 'cancel') return accepted.reduce(withRefund, cost)
  const { quota, whatsapp } = await usageOf(c, workspaceId, now)
  const bundle = whatsapp.limit === null ? null : Math.max(0, whatsapp.limit - whatsapp.used)
  return accepted.reduce((sum, row) => withCharge(sum, row, { quota: quota.remaining, whatsapp: bundle }), cost)
}

function withRefund(sum: BulkCost, { account, cost }: PreviewedRow): BulkCost {
  if (account === null) return sum
  return account === 'credits'
    ? { ...sum, credits: sum.credits + (cost ?? 0) }
    : { ...sum, [account]: sum[account] + 1 }
}

/** Adds the charge of one message, as admission charges it: to its account, then to credits. */
function withCharge(
  sum: BulkCost,
  { channel }: PreviewedRow,
  remaining: { quota: number | null; whatsapp: number | null },
): BulkCost {
  if (channel === null) return sum
  const { account = 'quota', credits: price } = channelOf(channel)
  const left = remaining[account]
  if (left === null || sum[account] < left) return { ...sum, [account]: sum[account] + 1 }
  const credits = sum.credits + price
  return credits <= sum.credits_left ? { ...sum, credits } : { ...sum, unpaid: sum.unpaid + 1 }
}
