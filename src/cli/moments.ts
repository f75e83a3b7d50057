// Times on the command line: ISO 8601, or a time relative to now, such as 2h.
import { later, systemClock } from '../lib/clock.ts'
import type { Call, Flag } from './command.ts'

/** The flag for the expiry of keys and tokens. `expiryIn` reads its value. */
export const expiresFlag: Flag = {
  name: 'expires',
  value: 'WHEN',
  description: 'The expiry: a date-time such as 2030-01-31T09:00Z, or a time from now such as 90d. Default: never.',
}

/** Returns the value of --expires for the API: null for `never`, and undefined if the flag was not given. */
export function expiryIn(call: Call): string | null | undefined {
  return call.text('expires') === 'never' ? null : momentOf(call, 'expires', 'future')
}

const UNITS = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

/**
 * Converts a relative time such as `30m` to a time before now (`past`) or after now (`future`). Returns any other value
 * unchanged; the service parses it.
 */
export function momentOf(call: Call, flag: string, direction: 'past' | 'future'): string | undefined {
  const text = call.text(flag)
  const [, amount, letter = ''] = /^\+?(\d{1,9})([a-z])$/.exec(text ?? '') ?? []
  const unit = UNITS.get(letter)
  if (amount === undefined || unit === undefined) return text
  const duration = Number(amount) * unit
  return later(systemClock.now(), direction === 'past' ? -duration : duration).toISOString()
}
