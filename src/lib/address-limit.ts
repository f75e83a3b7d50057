// Limits the requests of each client network. Counts them in memory. A few mistyped secrets stay below the limit, but
// guessing secrets exceeds it.
import type { Refusal } from '../errors.ts'
import { networkOf } from './network.ts'

export interface AddressLimit {
  /** Counts a request from the address. Each value of `about`, such as a connection, is counted separately. */
  count(address: string, now: Date, about?: string): void
  /** Subtracts a request that was counted at `countedAt`. Has no effect if a new window has begun since `countedAt`. */
  giveBack(address: string, countedAt: Date, about?: string): void
  /** Returns the error `rate_limited` with the seconds to wait, if the network of the address has reached its limit. */
  refusal(address: string, now: Date, message: string, about?: string): Refusal | undefined
}

const MOST_NETWORKS = 10_000

/**
 * Allows `most` requests from each network in a fixed window of `length` milliseconds. If there are too many windows,
 * deletes the oldest.
 */
export function createAddressLimit(most: number, length: number): AddressLimit {
  const windows = new Map<string, { start: number; count: number }>()
  const keyOf = (address: string, about: string) => `${networkOf(address)} ${about}`
  const open = (key: string, now: Date) => {
    const window = windows.get(key)
    return window && now.getTime() - window.start < length ? window : undefined
  }
  return {
    count(address, now, about = '') {
      const key = keyOf(address, about)
      const window = open(key, now)
      if (window) window.count++
      else {
        windows.delete(key)
        windows.set(key, { start: now.getTime(), count: 1 })
        const [oldest = key] = windows.keys()
        if (windows.size > MOST_NETWORKS) windows.delete(oldest)
      }
    },
    giveBack(address, countedAt, about = '') {
      const window = open(keyOf(address, about), countedAt)
      if (window && window.start <= countedAt.getTime() && window.count > 0) window.count--
    },
    refusal(address, now, message, about = '') {
      if (windows.size === 0) return undefined
      const window = open(keyOf(address, about), now)
      if (!window || window.count < most) return undefined
      const retryAfter = Math.max(1, Math.ceil((window.start + length - now.getTime()) / 1000))
      return { code: 'rate_limited', message, retryAfter, rate: { limit: most, remaining: 0 } }
    },
  }
}
