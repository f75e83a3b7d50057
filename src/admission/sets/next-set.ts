// Takes the requests of the next set from the queue, within the limits of a set.
import { addressTable } from '../../channels/addresses.ts'
import type { Span } from '../../lib/trace.ts'
import { bodyWork } from '../../limits.ts'
import { normalizeIdentifier } from '../../recipients/identifiers.ts'
import type { AdmissionRequest, Admitted } from '../admission-request.ts'

const { requestedFields: ADDRESSES } = addressTable()

export interface QueuedRequest {
  request: AdmissionRequest
  submitted: number
  span: Span | undefined
  resolve: (admitted: Admitted) => void
  reject: (error: unknown) => void
  /** The addresses of its recipients, after `addressesOf` computed them. */
  addresses?: string[]
}

/** A set that runs, with its idempotency keys and recipient addresses after `claimsOf` computed them. */
export interface RunningSet {
  group: QueuedRequest[]
  claims?: Claims
}

interface Claims {
  keys: Set<string>
  addresses: Set<string>
}

const MOST_MESSAGES = 256

export function countMessages(queue: QueuedRequest[]): number {
  return queue.reduce((sum, { request }) => sum + Math.max(1, request.messages.length), 0)
}

/**
 * Takes the requests of the next set. A request stays queued if its idempotency key is in the set or in a running set.
 * It also stays queued if one of its recipients is in a running set, because both sets could create this recipient.
 */
export function nextGroup(
  queue: QueuedRequest[],
  running: readonly RunningSet[],
): { group: QueuedRequest[]; rest: QueuedRequest[] } {
  const group: QueuedRequest[] = []
  const rest: QueuedRequest[] = []
  const claims = running.map(claimsOf)
  const keys = new Set<string>()
  const waiting = new Set<string>()
  // Recipients matter only if another set runs at the same time.
  const addressesFor = (queued: QueuedRequest) => (claims.length > 0 ? addressesOf(queued) : [])
  const isClaimed = (ownKeys: string[], ownAddresses: string[]) =>
    ownKeys.some((key) => keys.has(key) || claims.some((claim) => claim.keys.has(key))) ||
    ownAddresses.some((address) => waiting.has(address) || claims.some((claim) => claim.addresses.has(address)))
  let messages = 0
  let weight = 0
  for (const queued of queue) {
    const ownKeys = keysOf(queued.request)
    const ownAddresses = addressesFor(queued)
    const size = Math.max(1, queued.request.messages.length)
    const ownWeight = weightOf(queued.request)
    const fits = group.length === 0 || (messages + size <= MOST_MESSAGES && weight + ownWeight <= bodyWork.inOneSet)
    if (fits && !isClaimed(ownKeys, ownAddresses)) {
      group.push(queued)
      messages += size
      weight += ownWeight
    } else {
      // Later requests with the same keys or recipients must not overtake this request.
      rest.push(queued)
      for (const address of ownAddresses) waiting.add(address)
    }
    for (const key of ownKeys) keys.add(key)
  }
  return { group, rest }
}

/** Computes the claims of a running set when another set starts beside it, because most sets run alone. */
function claimsOf(set: RunningSet): Claims {
  set.claims ??= {
    keys: new Set(set.group.flatMap(({ request }) => keysOf(request))),
    addresses: new Set(set.group.flatMap(addressesOf)),
  }
  return set.claims
}

function weightOf({ messages }: AdmissionRequest): number {
  return messages.reduce((sum, offered) => sum + ('parsed' in offered ? offered.parsed.weight : 0), 0)
}

function keysOf({ messages }: AdmissionRequest): string[] {
  return messages.flatMap((offered) => ('parsed' in offered ? (offered.parsed.request.idempotency_key ?? []) : []))
}

/** Returns the addresses of the recipients of a request, so that equal addresses are equal texts. */
function addressesOf(queued: QueuedRequest): string[] {
  queued.addresses ??= queued.request.messages.flatMap((offered) => {
    if (!('parsed' in offered)) return []
    const { recipient } = offered.parsed.request
    return ADDRESSES.flatMap((field) => {
      const value = recipient[field]
      return value === undefined ? [] : `${field} ${normalizeIdentifier(field, value)}`
    })
  })
  return queued.addresses
}
