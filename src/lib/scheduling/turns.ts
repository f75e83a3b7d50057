// Turns: at most so many at a time, first come first served; who waits too long leaves the queue.

export interface Turns {
  /** Resolves, when there is room, with what gives the turn back. Rejects when the signal aborts first. */
  take(signal: AbortSignal): Promise<() => void>
  /** Nobody holds a turn and nobody waits for one. */
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
        if (signal.aborted) return reject(new Error('no turn came in time'))
        if (taken < most) return resolve(grant())
        const leave = () => {
          waiters.splice(waiters.indexOf(go), 1)
          reject(new Error('no turn came in time'))
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
