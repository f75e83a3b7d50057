// The schema of quiet hours, and their validation.
import { Type } from 'typebox'
import { refuse, refuseInvalid } from '../errors.ts'
import type { QuietHours } from '../lib/quiet-hours/period.ts'
import { isTimeZone } from '../lib/text/time-zone.ts'
import type { Connection } from '../store/database.ts'
import { readUpgrade } from '../store/installation/installation.ts'

const timeOfDay = (description: string, example: string) =>
  Type.String({ maxLength: 5, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description, examples: [example] })

export const quietHoursSchema = Type.Object(
  {
    from: timeOfDay('The local time at which the quiet hours begin.', '22:00'),
    to: timeOfDay('The local time at which they end. If it is earlier than `from`, they end on the next day.', '08:00'),
    time_zone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          'The name of an IANA time zone. Default: the time zone of the recipient, or else of the workspace.',
        examples: ['Europe/Rome'],
      }),
    ),
  },
  { additionalProperties: false, description: 'A daily period in which messages wait.' },
)

/** Throws validation_failed for an unknown time zone. */
export function requireTimeZone(zone: string | null | undefined): void {
  if (zone && !isTimeZone(zone)) refuseInvalid({ time_zone: ['is not the name of a time zone, such as Europe/Rome'] })
}

/**
 * Throws validation_failed for quiet hours of a whole day and for an unknown time zone. Throws conflict while processes
 * of 0.1.0 may run, because they would send messages during the quiet hours.
 */
export async function requireQuietHours(c: Connection, hours: QuietHours | null | undefined): Promise<void> {
  if (!hours) return
  if (hours.from === hours.to) refuseInvalid({ 'quiet_hours.to': ['must differ from the beginning'] })
  if (hours.time_zone !== undefined && !isTimeZone(hours.time_zone))
    refuseInvalid({ 'quiet_hours.time_zone': ['is not the name of a time zone, such as Europe/Rome'] })
  await requireQuietHoursPossible(c)
}

/** Throws conflict while processes of 0.1.0 may run, because they would send messages during quiet hours. */
export async function requireQuietHoursPossible(c: Connection): Promise<void> {
  const { installed, finishedVersion } = await readUpgrade(c)
  if (installed && finishedVersion === undefined)
    refuse(
      'conflict',
      'The upgrade of this installation is not finished: processes of 0.1.0 send messages during quiet hours. Stop them, then run "carillon migrate --finish".',
    )
}
