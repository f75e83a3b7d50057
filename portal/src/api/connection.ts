// Tracks whether the service is reachable. After a request without a response, the service counts as unreachable.
import { createStore } from '../state/store.ts'

export const reachable = createStore(true)

const PROBE_EVERY_MS = 3_000
const LONGEST_PROBE_MS = 5_000
let probing: ReturnType<typeof setInterval> | undefined

/** Marks the service as unreachable, and sends test requests until the service responds. */
export function noteUnreachable(): void {
  reachable.set(false)
  probing ??= setInterval(probe, PROBE_EVERY_MS)
}

export function noteReachable(): void {
  clearInterval(probing)
  probing = undefined
  reachable.set(true)
}

/** Tests whether the service responds, with the cheapest request. */
export async function probe(): Promise<boolean> {
  const responds = await fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(LONGEST_PROBE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (responds) noteReachable()
  return responds
}

/** Resolves as soon as the service responds. */
export function whenReachable(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!reachable.get()) return
      stop()
      resolve()
    }
    const stop = reachable.subscribe(check)
    check()
  })
}
