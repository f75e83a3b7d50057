// Waits for a database server that starts at the same time as this process, or that is too busy at first.
import { pause } from '../lib/scheduling/pause.ts'
import type { Database } from './database.ts'
import { isUnavailable } from './failures.ts'

const RETRY_AFTER = 500

export interface WaitOptions {
  /** Maximum wait in milliseconds. */
  patience?: number
  /** Aborts the wait. */
  signal?: AbortSignal
  /** Called after each failed attempt, with the error of the attempt. */
  onUnreachable: (error: unknown) => void
}

/**
 * Resolves when the server responds. Resolves at once for the embedded database: if it is still opening, its statements
 * wait. If the server does not respond within `patience`, rejects with the last error. If the signal aborts, rejects
 * with its reason. If an error occurs that will not pass with time, rejects at once with this error.
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
