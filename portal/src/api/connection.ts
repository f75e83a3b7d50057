// Tracks whether the service is reachable. A request without a response marks it unreachable.
import { createStore } from '../state/store.ts'

export const reachable = createStore(true)

const PROBE_EVERY_MS = 3_000
let probing: ReturnType<typeof setInterval> | undefined

/** Marks the service as unreachable and probes it until it responds. */
export function noteUnreachable(): void {
  reachable.set(false)
  probing ??= setInterval(probe, PROBE_EVERY_MS)
}

export function noteReachable(): void {
  clearInterval(probing)
  probing = undefined
  reachable.set(true)
}

/** Tests with the cheapest request whether the service responds. */
export async function probe(): Promise<void> {
  try {
    const answer = await fetch('/livez', { cache: 'no-store' })
    if (answer.ok) noteReachable()
  } catch {
    // Still unreachable until the next probe.
  }
}
