// How slowly a body may come: a pause to begin with, then a least rate on average, so that no client holds a request open.

/** A body that is being received. */
export interface Receiving {
  /** Bytes so far. */
  received: number
  end(): void
}

export interface BodyPace {
  begin(onTooSlow: () => void): Receiving
  stop(): void
}

export interface PaceLimits {
  /** Milliseconds in which a body need not keep to the rate. */
  grace: number
  /** Bytes a second, on average since the body began. */
  rate: number
}

const LONGEST_SWEEP = 1000

/** One timer for all bodies of the process: a timer for each would be paid by every request. */
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
