// A semaphore. At most `most` callers have a turn at the same time. The callers get their turns in the order of their
// requests.

export interface Turns {
  /** Waits for a turn. Returns a function that ends the turn. Rejects if the signal aborts before the turn begins. */
  take(signal: AbortSignal): Promise<() => void>
  /** Returns true if no caller has a turn or waits for a turn. */
  idle(): boolean
}

export function createTurns(most: number): Turns {
  const waiters: (() => void)[] = []
  let taken = 0

  const grant = () => {
    taken++
    let isGiven = false
    return () => {
      if (isGiven) return
      isGiven = true
      taken--
      waiters.shift()?.()
    }
  }

  return {
    take: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(new Error('no turn became free in time'))
        if (taken < most) return resolve(grant())
        const leave = () => {
          waiters.splice(waiters.indexOf(go), 1)
          reject(new Error('no turn became free in time'))
        }
        const go = () => {
          signal.removeEventListener('abort', leave)
          resolve(grant())
        }
        waiters.push(go)
        signal.addEventListener('abort', leave, { once: true })
      }),
    idle: () => taken === 0 && waiters.length === 0,
  }
}
