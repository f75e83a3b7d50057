// A semaphore. At most `most` callers have a turn at the same time. The callers get their turns in the order of their
// requests.

export interface Turns {
  /**
   * Waits for a turn. Returns a function that ends the turn. Rejects if the signal aborts before the turn begins, or if
   * the semaphore was closed.
   */
  take(signal: AbortSignal): Promise<() => void>
  /** Changes how many callers have a turn at the same time. */
  resize(most: number): void
  /**
   * Refuses all callers that wait for a turn, and all later callers. Does not end the turns that have already begun.
   */
  close(): void
  /** Returns true if no caller has a turn or waits for a turn. */
  idle(): boolean
}

interface Waiter {
  begin(): void
  refuse(): void
}

export function createTurns(most: number): Turns {
  const waiters = new Set<Waiter>()
  let limit = most
  let taken = 0
  let isClosed = false

  const beginNext = () => {
    for (const waiter of waiters) {
      if (taken >= limit) return
      waiters.delete(waiter)
      waiter.begin()
    }
  }

  const grant = () => {
    taken++
    let isEnded = false
    return () => {
      if (isEnded) return
      isEnded = true
      taken--
      beginNext()
    }
  }

  return {
    take: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted || isClosed) return reject(new Error('no turn became free in time'))
        if (taken < limit) return resolve(grant())
        const waiter: Waiter = {
          begin: () => {
            signal.removeEventListener('abort', waiter.refuse)
            resolve(grant())
          },
          refuse: () => {
            signal.removeEventListener('abort', waiter.refuse)
            waiters.delete(waiter)
            reject(new Error('no turn became free in time'))
          },
        }
        waiters.add(waiter)
        signal.addEventListener('abort', waiter.refuse, { once: true })
      }),
    resize(newLimit) {
      limit = newLimit
      beginNext()
    },
    close() {
      isClosed = true
      for (const waiter of waiters) waiter.refuse()
    },
    idle: () => taken === 0 && waiters.size === 0,
  }
}
