// Moments as people type them: ISO 8601, or a distance from now such as 2h.
import { later, systemClock } from '../lib/clock.ts'
import type { Call, Flag } from './command.ts'

/** Of keys and tokens; `expiryIn` reads it. */
export const expiresFlag: Flag = {
  name: 'expires',
  value: 'WHEN',
  description:
    'When it expires: a date-time such as 2030-01-31T09:00Z, or a time from now such as 90d. Never when left out.',
}

/** The expiry that --expires gives, as the API takes it; null for `never`, undefined when it was not given. */
export function expiryIn(call: Call): string | null | undefined {
  return call.text('expires') === 'never' ? null : momentOf(call, 'expires', 'future')
}

const UNITS = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

/** `30m` ago for `past`, `30m` or `+30m` from now for `future`; anything else is the service's to understand. */
export function momentOf(call: Call, flag: string, direction: 'past' | 'future'): string | undefined {
  const text = call.text(flag)
  const [, amount, letter = ''] = /^\+?(\d{1,9})([a-z])$/.exec(text ?? '') ?? []
  const unit = UNITS.get(letter)
  if (amount === undefined || unit === undefined) return text
  const distance = Number(amount) * unit
  return later(systemClock.now(), direction === 'past' ? -distance : distance).toISOString()
}
