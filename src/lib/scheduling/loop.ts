// A background loop: runs one piece of work again and again, never twice at once, until it is stopped.
import type { Clock } from '../clock.ts'

export interface Loop {
  /** Run again as soon as the current run is over. */
  wake(): void
  /** Stop after the current run; resolves when it is over. */
  stop(): Promise<void>
}

/**
 * Runs `work` at once, then after `every` milliseconds of the clock or a wake-up, whichever comes first.
 * `work` may answer 'again' to be run without a pause (there was more to do than one run takes).
 * An error goes to `onError` and the loop goes on after the usual pause.
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
      const callOff = clock.after(every, resolve)
      wakeUp = () => {
        callOff()
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
