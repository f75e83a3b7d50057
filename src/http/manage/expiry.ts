// The expiry of a key or token, as a request gives it: a date-time in the future, or null for none.
import { Type } from 'typebox'
import { refuseInvalid } from '../../errors.ts'
import { dateOf, dateTime, orNull } from './shapes.ts'

export const expiresAtField = Type.Optional(orNull(dateTime('In the future; null: it never expires.')))

/** Undefined when the field was left out. Throws validation_failed for a time that is not in the future. */
export function expiryOf(value: string | null | undefined, now: Date): Date | null | undefined {
  if (value === undefined || value === null) return value
  const expiresAt = dateOf('expires_at', value)
  return expiresAt > now ? expiresAt : refuseInvalid({ expires_at: ['must be in the future'] })
}
