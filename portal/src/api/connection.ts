// Whether the service can be reached: a request that got no answer says no, the first answer after it says yes.
import { createStore } from '../state/store.ts'

export const reachable = createStore(true)

const PROBE_EVERY_MS = 3_000
let probing: ReturnType<typeof setInterval> | undefined

/** Notes that no answer came, and asks again until one does. */
export function noteUnreachable(): void {
  reachable.set(false)
  probing ??= setInterval(probe, PROBE_EVERY_MS)
}

export function noteReachable(): void {
  clearInterval(probing)
  probing = undefined
  reachable.set(true)
}

/** Asks for the smallest answer there is. */
export async function probe(): Promise<void> {
  try {
    const answer = await fetch('/livez', { cache: 'no-store' })
    if (answer.ok) noteReachable()
  } catch {
    // Still away; the next probe asks again.
  }
}
