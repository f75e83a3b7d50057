// The request field expires_at of keys and tokens. Its value is a time in the future or null.
import { Type } from 'typebox'
import { refuseInvalid } from '../../errors.ts'
import { dateOf, dateTime, orNull } from './shapes.ts'

export const expiresAtField = Type.Optional(orNull(dateTime('A time in the future. null if it never expires.')))

/**
 * Returns the expiry. Returns null if the key or token never expires, and undefined if the request omits the field.
 * Throws validation_failed if the time is not in the future.
 */
export function expiryOf(value: string | null | undefined, now: Date): Date | null | undefined {
  if (value === undefined || value === null) return value
  const expiresAt = dateOf('expires_at', value)
  return expiresAt > now ? expiresAt : refuseInvalid({ expires_at: ['must be in the future'] })
}
