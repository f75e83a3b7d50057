// A background loop: it repeats its work, one run at a time, until it is stopped.
import type { Clock } from '../clock.ts'

export interface Loop {
  /** Runs the work again as soon as the current run has ended. */
  wake(): void
  /** Stops the loop. Resolves when the current run is over. */
  stop(): Promise<void>
}

/**
 * Runs `work` at once, and again after `every` milliseconds or a wake-up. `work` returns 'again' to run again without a
 * pause. Errors go to `onError`, and the loop continues after the usual pause.
 */
export function startLoop(
  clock: Clock,
  every: number,
  work: () => Promise<'again' | undefined>,
  onError: (error: unknown) => void,
): Loop {
  let stopped = false
  let woken = false
  let wakeUp: () => void = () => {}

  const pause = () =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(every, resolve)
      wakeUp = () => {
        cancel()
        resolve()
      }
    })

  const run = async () => {
    while (!stopped) {
      woken = false
      let again: 'again' | undefined
      try {
        again = await work()
      } catch (error) {
        onError(error)
      }
      if (stopped) return
      if (again === 'again' || woken) await new Promise<void>((resolve) => setImmediate(resolve))
      else await pause()
    }
  }

  const ended = run()
  return {
    wake() {
      woken = true
      wakeUp()
    },
    async stop() {
      stopped = true
      wakeUp()
      await ended
    },
  }
}
