// Waits for a server that starts at the same time as this process, or is too busy at first.
import { pause } from '../lib/scheduling/pause.ts'
import type { Database } from './database.ts'
import { isUnavailable } from './failures.ts'

const RETRY_AFTER = 500

export interface WaitOptions {
  /** Maximum waiting time in milliseconds. */
  patience?: number
  /** Ends the wait. */
  signal?: AbortSignal
  /** Called with the error after each failed attempt. */
  onUnreachable: (error: unknown) => void
}

/**
 * Resolves when the server responds. Resolves at once for an embedded database: it may still be opening, but its
 * statements wait. Rejects with the last error when `patience` ends. Rejects at once with the signal's reason, or with
 * an error that waiting does not fix.
 */
export async function reachDatabase(
  db: Database,
  { patience = 30_000, signal = new AbortController().signal, onUnreachable }: WaitOptions,
): Promise<void> {
  if (db.kind === 'embedded') return
  const until = performance.now() + patience
  for (;;) {
    try {
      await db.query({ text: 'select 1' })
      return
    } catch (error) {
      signal.throwIfAborted()
      if (!isUnavailable(error) || performance.now() >= until) throw error
      onUnreachable(error)
    }
    await pause(RETRY_AFTER, signal)
    signal.throwIfAborted()
  }
}
