// Reads the times in the requests of providers.
import { SECOND } from '../limits.ts'

/**
 * Returns the date of a Unix timestamp, which may be a number or a text. Returns undefined for a date outside the years
 * 2000 to 2099.
 */
export function momentOf(value: unknown, unit: 'seconds' | 'milliseconds'): Date | undefined {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined
  return plausible(new Date(unit === 'seconds' ? number * SECOND : number))
}

/** Returns the date of an ISO 8601 text. Returns undefined for a date outside the years 2000 to 2099. */
export function momentOfText(value: unknown): Date | undefined {
  return typeof value === 'string' && value.length <= 40 ? plausible(new Date(value)) : undefined
}

function plausible(at: Date): Date | undefined {
  const year = at.getUTCFullYear()
  return year >= 2000 && year < 2100 ? at : undefined
}
