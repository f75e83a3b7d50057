// Decides which quiet hours apply to a message, and whether the message waits for their end.
import type { QuietHours, ZonedHours } from './period.ts'

interface OfWorkspace {
  quiet_hours: QuietHours | null
  time_zone: string
}

interface OfRecipient {
  quiet_hours: QuietHours | null
  time_zone: string | null
}

/** Returns the hours of the recipient, or else those of the workspace, in the most specific time zone that is known. */
export function hoursFor(recipient: OfRecipient, workspace: OfWorkspace | undefined): ZonedHours | undefined {
  const hours = recipient.quiet_hours ?? workspace?.quiet_hours
  if (!hours) return undefined
  const time_zone =
    recipient.quiet_hours?.time_zone ??
    recipient.time_zone ??
    workspace?.quiet_hours?.time_zone ??
    workspace?.time_zone ??
    'UTC'
  return { from: hours.from, to: hours.to, time_zone }
}

/** Returns whether the message waits. Urgent and essential messages wait only if their request requires it. */
export function respectsQuietHours(message: {
  requested: 'respect' | 'ignore' | undefined
  isUrgent: boolean
  isEssential: boolean
}): boolean {
  if (message.requested !== undefined) return message.requested === 'respect'
  return !message.isUrgent && !message.isEssential
}
