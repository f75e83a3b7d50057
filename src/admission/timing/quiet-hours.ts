// Defers messages that become due during quiet hours.
import { hoursFor, respectsQuietHours } from '../../lib/quiet-hours/effective.ts'
import { quietUntil } from '../../lib/quiet-hours/period.ts'
import type { Catalog } from '../catalog.ts'
import type { Rendered } from '../entry.ts'

/**
 * Adds the end of the quiet hours to a message that becomes due during them. A digest is due when it closes, so the claim
 * checks its quiet hours.
 */
export function applyQuietHours(catalog: Catalog, entry: Rendered, now: Date): void {
  const { parsed, recipient, template, sender } = entry
  const hours = hoursFor(recipient, catalog.settings(sender.workspaceId))
  if (!hours) return
  const { quiet_hours: requested, priority } = parsed.request
  if (!respectsQuietHours({ requested, isUrgent: priority === 'high', isEssential: template.essential })) return
  entry.quietHours = hours
  if (parsed.digest) return
  const { scheduledFor } = parsed
  const end = quietUntil(hours, scheduledFor !== undefined && scheduledFor > now ? scheduledFor : now)
  if (end) entry.quietUntil = end
}
