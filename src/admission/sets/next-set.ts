// Takes the requests of the next set from the queue, within the limits of a set.
import { addressTable } from '../../channels/addresses.ts'
import type { Span } from '../../lib/trace.ts'
import { bodyWork } from '../../limits.ts'
import { normalizeIdentifier } from '../../recipients/identifiers.ts'
import type { AdmissionRequest, Admitted } from '../admission-request.ts'

const { requestedFields: ADDRESSES } = addressTable()

export interface QueuedRequest {
  request: AdmissionRequest
  /** The addresses of its recipients. Empty if sets never run at the same time. */
  addresses: string[]
  submitted: number
  span: Span | undefined
  resolve: (admitted: Admitted) => void
  reject: (error: unknown) => void
}

const MOST_MESSAGES = 256

export function countMessages(queue: QueuedRequest[]): number {
  return queue.reduce((sum, { request }) => sum + Math.max(1, request.messages.length), 0)
}

/** The idempotency keys and the recipient addresses of the running sets. */
export interface Claimed {
  keys: Set<string>
  addresses: Set<string>
}

/**
 * Takes the requests of the next set. A request stays queued if its idempotency key is in the set or in a running set.
 * It also stays queued if one of its recipients is in a running set, because both sets could create this recipient.
 */
export function nextGroup(queue: QueuedRequest[], claimed: Claimed): { group: QueuedRequest[]; rest: QueuedRequest[] } {
  const group: QueuedRequest[] = []
  const rest: QueuedRequest[] = []
  const keys = new Set(claimed.keys)
  const addresses = new Set(claimed.addresses)
  let messages = 0
  let weight = 0
  for (const queued of queue) {
    const ownKeys = keysOf(queued.request)
    const size = Math.max(1, queued.request.messages.length)
    const ownWeight = weightOf(queued.request)
    const fits = group.length === 0 || (messages + size <= MOST_MESSAGES && weight + ownWeight <= bodyWork.inOneSet)
    const isClaimed = ownKeys.some((key) => keys.has(key)) || queued.addresses.some((address) => addresses.has(address))
    if (fits && !isClaimed) {
      group.push(queued)
      messages += size
      weight += ownWeight
    } else {
      // Later requests with the same keys or recipients must not overtake this request.
      rest.push(queued)
      for (const address of queued.addresses) addresses.add(address)
    }
    for (const key of ownKeys) keys.add(key)
  }
  return { group, rest }
}

/** Adds the keys and addresses of a set that begins. Returns a function that removes them when the set ends. */
export function claim({ keys, addresses }: Claimed, group: QueuedRequest[]): () => void {
  const ownKeys = group.flatMap(({ request }) => keysOf(request))
  const ownAddresses = group.flatMap((queued) => queued.addresses)
  for (const key of ownKeys) keys.add(key)
  for (const address of ownAddresses) addresses.add(address)
  return () => {
    for (const key of ownKeys) keys.delete(key)
    for (const address of ownAddresses) addresses.delete(address)
  }
}

function weightOf({ messages }: AdmissionRequest): number {
  return messages.reduce((sum, offered) => sum + ('parsed' in offered ? offered.parsed.weight : 0), 0)
}

function keysOf({ messages }: AdmissionRequest): string[] {
  return messages.flatMap((offered) => ('parsed' in offered ? (offered.parsed.request.idempotency_key ?? []) : []))
}

/** Returns the addresses of the recipients of a request, so that equal addresses are equal texts. */
export function addressesOf({ messages }: AdmissionRequest): string[] {
  return messages.flatMap((offered) => {
    if (!('parsed' in offered)) return []
    const { recipient } = offered.parsed.request
    return ADDRESSES.flatMap((field) => {
      const value = recipient[field]
      return value === undefined ? [] : `${field} ${normalizeIdentifier(field, value)}`
    })
  })
}
