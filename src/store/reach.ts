// A server that comes up beside this process, or is busy when it starts, is waited for.
import { pause } from '../lib/scheduling/pause.ts'
import type { Database } from './database.ts'
import { isUnavailable } from './failures.ts'

const ASK_AGAIN_AFTER = 500

export interface WaitOptions {
  /** Milliseconds that a server may be away. */
  patience?: number
  /** Ends the waiting. */
  signal?: AbortSignal
  /** Hears why it waits, each time. */
  onUnreachable: (error: unknown) => void
}

/**
 * Resolves when the server answers; an embedded database may still be opening, and what is asked of it waits. Rejects with
 * the last error when the patience is over, and at once with the signal's reason or a refusal that waiting does not mend.
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
    await pause(ASK_AGAIN_AFTER, signal)
    signal.throwIfAborted()
  }
}
