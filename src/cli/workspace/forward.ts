// Events on their way to an address on this machine: in the order of what they are about, again when they are not taken.

import type { HeardEvent } from '../../../sdk/src/api.ts'
import { pause } from '../../lib/scheduling/pause.ts'
import { networkFault } from '../../lib/thrown.ts'

/** What came of an event at the receiver. */
export interface Forwarded {
  received: boolean
  /** Of the answer; null when none came. */
  status: number | null
  latency_ms: number
  /** Why it does not count as received. */
  reason: string | null
  /** Of how many. */
  attempt: number
}

export interface Forwarder {
  /** Takes an event, and waits where too many are on their way. */
  take(event: HeardEvent): Promise<void>
}

export interface ForwarderOptions {
  url: string
  /** Ends everything. */
  signal: AbortSignal
  /** Called after every attempt; `again`: seconds until the next one, if there is one. */
  onAttempt(event: HeardEvent, outcome: Forwarded, again: number | undefined): void
}

/** Seconds before an event that was not received is sent again. */
const AGAIN_AFTER = [1, 5, 30]
const ANSWER_WITHIN = 30_000
const MOST = 500

export function createForwarder({ url, signal, onAttempt }: ForwarderOptions): Forwarder {
  /** The last one on its way, by what it is about. */
  const lanes = new Map<string, Promise<void>>()
  const carry = async (event: HeardEvent) => {
    for (let attempt = 1; !signal.aborted; attempt++) {
      const outcome = await post(url, event, signal, attempt)
      if (signal.aborted) return
      const again = outcome.received ? undefined : AGAIN_AFTER[attempt - 1]
      onAttempt(event, outcome, again)
      if (again === undefined) return
      await pause(again * 1000, signal)
    }
  }
  return {
    async take(event) {
      while (lanes.size >= MOST) await Promise.race(lanes.values())
      const earlier = lanes.get(event.subject) ?? Promise.resolve()
      const lane = earlier
        .then(() => carry(event))
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
    const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN)])
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: within })
    await answer.body?.cancel()
    return outcome(answer.status, answer.ok ? null : `${answer.status} instead of 2xx`)
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return outcome(null, isLate ? `no answer within ${ANSWER_WITHIN / 1000} s` : networkFault(error))
  }
}
