// Refreshes the lists of approved templates in the background.
import type { Clock } from '../lib/clock.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import { SECOND } from '../limits.ts'
import { type ApprovalTools, readDueLists } from './approved.ts'

export interface ApprovalOptions extends ApprovalTools {
  clock: Clock
  onError: (error: unknown) => void
}

const LOOK_EVERY = 10 * SECOND

/** Requests the lists that are due. Call `stop` to abort the current requests. */
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
