// Enforces a minimum speed at which a client must send a request body, so that a slow client cannot keep a request
// open. A grace period is added to the time that the minimum speed permits.

/** A request body that the service is receiving. */
export interface Receiving {
  /** Bytes received so far. */
  received: number
  end(): void
}

export interface BodyPace {
  begin(onTooSlow: () => void): Receiving
  stop(): void
}

export interface PaceLimits {
  /** Milliseconds that are added to the time that `rate` permits. */
  grace: number
  /** Minimum number of bytes per second, as the average since the start of the body. */
  rate: number
}

const LONGEST_SWEEP = 1000

/** Uses one timer for all bodies of the process, because a timer for each body would slow down every request. */
export function createBodyPace({ grace, rate }: PaceLimits): BodyPace {
  const open = new Map<Receiving, { begun: number; onTooSlow: () => void }>()
  const sweep = () => {
    const now = performance.now()
    for (const [body, { begun, onTooSlow }] of open) {
      if (now - begun <= grace + (body.received / rate) * 1000) continue
      open.delete(body)
      onTooSlow()
    }
  }
  const timer = setInterval(sweep, Math.min(LONGEST_SWEEP, grace / 4)).unref()
  return {
    begin(onTooSlow) {
      const body: Receiving = { received: 0, end: () => void open.delete(body) }
      open.set(body, { begun: performance.now(), onTooSlow })
      return body
    },
    stop: () => clearInterval(timer),
  }
}
