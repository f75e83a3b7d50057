// Pauses for a time. The pause ends early if a signal aborts.
import { setTimeout as wait } from 'node:timers/promises'

/** Resolves after `milliseconds`, or as soon as the signal aborts. Never rejects. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await wait(milliseconds, undefined, { signal }).catch(() => {})
}
