// Takes the requests of the next set from the queue, within the limits of a set.
import type { Span } from '../lib/trace.ts'
import { bodyWork } from '../limits.ts'
import type { AdmissionRequest, Admitted } from './admission-request.ts'

export interface QueuedRequest {
  request: AdmissionRequest
  submitted: number
  span: Span | undefined
  resolve: (admitted: Admitted) => void
  reject: (error: unknown) => void
}

const MOST_MESSAGES = 256

export function countMessages(queue: QueuedRequest[]): number {
  return queue.reduce((sum, { request }) => sum + Math.max(1, request.messages.length), 0)
}

/**
 * Takes the requests of the next set. A request stays queued if its idempotency key is already in the set or in a
 * running set.
 */
export function nextGroup(
  queue: QueuedRequest[],
  claiming: ReadonlySet<string>,
): { group: QueuedRequest[]; rest: QueuedRequest[] } {
  const group: QueuedRequest[] = []
  const rest: QueuedRequest[] = []
  const keys = new Set(claiming)
  let messages = 0
  let weight = 0
  for (const queued of queue) {
    const own = keysOf(queued.request)
    const size = Math.max(1, queued.request.messages.length)
    const ownWeight = weightOf(queued.request)
    const fits = group.length === 0 || (messages + size <= MOST_MESSAGES && weight + ownWeight <= bodyWork.inOneSet)
    if (!fits || own.some((key) => keys.has(key))) {
      // Later requests with the same keys must not overtake this request.
      rest.push(queued)
    } else {
      group.push(queued)
      messages += size
      weight += ownWeight
    }
    for (const key of own) keys.add(key)
  }
  return { group, rest }
}

function weightOf({ messages }: AdmissionRequest): number {
  return messages.reduce((sum, offered) => sum + ('parsed' in offered ? offered.parsed.weight : 0), 0)
}

export function keysOf({ messages }: AdmissionRequest): string[] {
  return messages.flatMap((offered) => ('parsed' in offered ? (offered.parsed.request.idempotency_key ?? []) : []))
}
