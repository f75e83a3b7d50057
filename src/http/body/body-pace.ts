// Enforces a minimum speed for receiving a body, so that a slow client cannot keep a request open. A body may take a
// grace period longer than the minimum rate permits.

/** A body that is being received. */
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
  /** Milliseconds that a body may take in addition to the time that the rate permits. */
  grace: number
  /** The minimum rate in bytes per second, averaged since the body began. */
  rate: number
}

const LONGEST_SWEEP = 1000

/** Creates one timer for all bodies of the process. A timer for each body would make every request slower. */
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
