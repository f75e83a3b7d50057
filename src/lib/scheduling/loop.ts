// A background loop. It repeats its work until it is stopped, one run at a time.
import type { Clock } from '../clock.ts'

export interface Loop {
  /** Starts the next run as soon as the current run has ended. */
  wake(): void
  /** Stops the loop. The promise resolves when the current run has ended. */
  stop(): Promise<void>
}

/**
 * Runs `work` at once. Runs it again after `every` milliseconds, or earlier after a wake-up. If `work` returns 'again',
 * the next run starts without a pause. Errors are passed to `onError`, and the loop continues after the usual pause.
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
