// The shared counters of a set: requests of keys in their hour, and messages of workspaces in their month. Far from the
// limits, the counters change last, together with COMMIT, so that sets hold their locks only for the time of the commit.
import { requireValue } from '../lib/by-key.ts'
import { later } from '../lib/clock.ts'
import { monthOf } from '../lib/text/date-time.ts'
import { windows } from '../limits.ts'
import { addUsageWithinLimits, type LimitedUsageChange } from '../store/admission/charging.ts'
import {
  type CountingTimes,
  countWithinLimits,
  findWindows,
  type KeyWindow,
  lockWindows,
} from '../store/admission/gate.ts'
import type { Connection, Transaction } from '../store/database.ts'
import type { Sender } from './entry.ts'
import { type Gate, type Pass, passesOf, type ReadKey } from './gate.ts'

/**
 * A set counts last only if each counter has room for this many more requests or messages than the set has. Other sets
 * may use the room first; then the set fails and runs again with locks.
 */
const ROOM = 256

export function timesOf(now: Date): CountingTimes {
  return { now, since: later(now, -windows.rateLimit), period: monthOf(now) }
}

/** Returns whether a counter of the set may exceed its limit, so that its row must be locked before the decision. */
export function areLimitsNear({ keys }: Gate, passes: Pass[], messages: number): boolean {
  for (const { row, n } of keys) {
    if (row.window_count < row.rate_limit && row.window_count + n + ROOM > row.rate_limit) return true
  }
  return passes.some(({ sender }) => sender !== undefined && isUsageNear(sender, messages))
}

function isUsageNear({ mode, quota, quotaUsed, whatsappLimit, whatsappUsed }: Sender, messages: number): boolean {
  if (mode === 'test' || messages === 0) return false
  const isNear = (used: number, limit: number | null) => limit !== null && used + messages + ROOM > limit
  return isNear(quotaUsed, quota) || isNear(whatsappUsed, whatsappLimit)
}

/** Returns the passes by the windows that the gate read, which other transactions may have changed since. */
export function readPasses(gate: Gate, now: Date): Pass[] {
  return passesOf(gate, now, ({ row }) => row)
}

/**
 * Locks the windows of the keys and returns the passes by the locked windows. Throws 40001 if a key was revoked since
 * the gate read it: the repeated set then refuses its requests.
 */
export async function lockPasses(tx: Transaction, times: CountingTimes, gate: Gate): Promise<Pass[]> {
  const keys = countedKeys(gate)
  const locked = keys.length > 0 ? await lockWindows(tx, times, keys.map(idOf)) : []
  if (locked.length < keys.length)
    throw Object.assign(new Error('a key of this set was revoked meanwhile'), { code: '40001' })
  const byId = new Map(locked.map((window) => [window.key_id, window]))
  for (const { row } of keys) Object.assign(row, requireValue(byId, row.key_id))
  return readPasses(gate, times.now)
}

/**
 * Counts the requests and adds the usage, without waiting. If a limit is exceeded or a key was revoked, the transaction
 * fails. Returns a function that waits for COMMIT and returns the passes by the counted windows.
 */
export function countLast(
  tx: Transaction,
  times: CountingTimes,
  gate: Gate,
  usage: LimitedUsageChange[],
): () => Promise<Pass[]> {
  const counts = countedKeys(gate).map((key) => ({
    key_id: idOf(key),
    n: Math.min(key.n, key.row.rate_limit - key.row.window_count),
    rate_limit: key.row.rate_limit,
  }))
  const counted = counts.length > 0 ? countWithinLimits(tx, times, counts) : Promise.resolve<KeyWindow[]>([])
  counted.catch(() => {})
  if (usage.length > 0) addUsageWithinLimits(tx, usage)
  return async () => passesAfter(gate, times, await counted)
}

/** Returns the passes by the windows that are stored now. They may also contain later requests of other sets. */
export async function readCounted(c: Connection, times: CountingTimes, gate: Gate): Promise<Pass[]> {
  const keys = countedKeys(gate)
  return passesAfter(gate, times, keys.length > 0 ? await findWindows(c, times, keys.map(idOf)) : [])
}

/** Returns the passes by windows in which the requests of the set are already counted. */
function passesAfter(gate: Gate, times: CountingTimes, counted: KeyWindow[]): Pass[] {
  const byId = new Map(counted.map((window) => [window.key_id, window]))
  return passesOf(gate, times.now, ({ row, n }) => {
    const window = byId.get(row.key_id)
    if (!window) return row
    const stored = Math.min(n, row.rate_limit - row.window_count)
    return { ...window, window_count: Math.max(0, window.window_count - stored) }
  })
}

/** Returns the keys whose requests count: a key without room in its window refuses all of them. */
function countedKeys({ keys }: Gate): ReadKey[] {
  return keys.filter(({ row }) => row.window_count < row.rate_limit)
}

function idOf({ row }: ReadKey): number {
  return row.key_id
}
