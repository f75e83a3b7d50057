// Moments as people type them: ISO 8601, or a distance from now such as 2h.
import { later, systemClock } from '../lib/clock.ts'
import type { Call } from './command.ts'

const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `30m` ago for `past`, `30m` or `+30m` from now for `future`; anything else is the service's to understand. */
export function momentOf(call: Call, flag: string, direction: 'past' | 'future'): string | undefined {
  const given = call.text(flag)
  const [, amount, unit] = /^\+?(\d{1,9})([smhd])$/.exec(given ?? '') ?? []
  if (amount === undefined || unit === undefined) return given
  const distance = Number(amount) * UNITS[unit]!
  return later(systemClock.now(), direction === 'past' ? -distance : distance).toISOString()
}
