// Forwards events to a URL on this machine, with retries. The events of one delivery or contact are forwarded in order.

import type { HeardEvent } from '../../../sdk/src/api.ts'
import { pause } from '../../lib/scheduling/pause.ts'
import { networkFault } from '../../lib/thrown.ts'

/** The result of one attempt to forward an event. */
export interface Forwarded {
  received: boolean
  /** The HTTP status. null if there was no response. */
  status: number | null
  latency_ms: number
  /** The reason why the receiver did not accept the event. null if the receiver accepted the event. */
  reason: string | null
  /** The number of this attempt, from 1. */
  attempt: number
}

export interface Forwarder {
  /** Forwards an event in the background. If too many events are being forwarded, waits first. */
  forward(event: HeardEvent): Promise<void>
}

export interface ForwarderOptions {
  url: string
  /** Aborting this signal stops all attempts. */
  signal: AbortSignal
  /**
   * Called after each attempt. `retryIn` is the number of seconds until the next attempt. It is undefined after the
   * last attempt.
   */
  onAttempt(event: HeardEvent, outcome: Forwarded, retryIn: number | undefined): void
}

/** The delay before each retry, in seconds. */
const RETRY_DELAYS = [1, 5, 30]
const RESPONSE_TIMEOUT = 30_000
const MAX_LANES = 500

export function createForwarder({ url, signal, onAttempt }: ForwarderOptions): Forwarder {
  /** For each delivery or contact, a promise that resolves after the last of its events has been forwarded. */
  const lanes = new Map<string, Promise<void>>()
  const forwardWithRetries = async (event: HeardEvent) => {
    for (let attempt = 1; !signal.aborted; attempt++) {
      const outcome = await post(url, event, signal, attempt)
      if (signal.aborted) return
      const retryIn = outcome.received ? undefined : RETRY_DELAYS[attempt - 1]
      onAttempt(event, outcome, retryIn)
      if (retryIn === undefined) return
      await pause(retryIn * 1000, signal)
    }
  }
  return {
    async forward(event) {
      while (lanes.size >= MAX_LANES) await Promise.race(lanes.values())
      const earlier = lanes.get(event.subject) ?? Promise.resolve()
      const lane = earlier
        .then(() => forwardWithRetries(event))
        .finally(() => {
          if (lanes.get(event.subject) === lane) lanes.delete(event.subject)
        })
      lanes.set(event.subject, lane)
    },
  }
}

async function post(
  url: string,
  { headers, body }: HeardEvent,
  signal: AbortSignal,
  attempt: number,
): Promise<Forwarded> {
  const startedAt = performance.now()
  const outcome = (status: number | null, reason: string | null): Forwarded => {
    return { received: reason === null, status, latency_ms: Math.round(performance.now() - startedAt), reason, attempt }
  }
  try {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT)])
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: deadline })
    await response.body?.cancel()
    return outcome(response.status, response.ok ? null : `${response.status} instead of 2xx`)
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return outcome(null, isLate ? `no answer within ${RESPONSE_TIMEOUT / 1000} s` : networkFault(error))
  }
}
