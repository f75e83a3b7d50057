// Keeps the lists of approved templates fresh, beside the workers.
import type { Clock } from '../lib/clock.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import { SECOND } from '../limits.ts'
import { type ApprovalTools, readDueLists } from './approved.ts'

export interface ApprovalOptions extends ApprovalTools {
  clock: Clock
  onError: (error: unknown) => void
}

const LOOK_EVERY = 10 * SECOND

/** Asks providers for the lists that are due; the answer's `stop` breaks off what is being asked. */
export function startApprovalReading({ clock, onError, ...tools }: ApprovalOptions): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const read = async () =>
    (await readDueLists(tools, clock.now(), stopping.signal)) > 0 ? ('again' as const) : undefined
  const loop = startLoop(clock, LOOK_EVERY, read, onError)
  return {
    async stop() {
      stopping.abort()
      await loop.stop()
    },
  }
}
