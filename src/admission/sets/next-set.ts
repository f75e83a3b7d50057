// Takes the requests of the next set from the queue, within the limits of a set.
import { addressTable } from '../../channels/addresses.ts'
import type { Span } from '../../lib/trace.ts'
import { bodyWork } from '../../limits.ts'
import { fieldsHolding, normalizeIdentifier } from '../../recipients/identifiers.ts'
import type { AdmissionRequest, Admitted } from '../admission-request.ts'

const { requestedFields: ADDRESSES } = addressTable()

export interface QueuedRequest {
  request: AdmissionRequest
  submitted: number
  span: Span | undefined
  resolve: (admitted: Admitted) => void
  reject: (error: unknown) => void
  /** The ids and addresses of its recipients, after `recipientsOf` computed them. */
  recipients?: string[]
}

/** A set that runs, with its idempotency keys and recipients after `claimsOf` computed them. */
export interface RunningSet {
  group: QueuedRequest[]
  claims?: Claims
}

interface Claims {
  keys: Set<string>
  recipients: Set<string>
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
  const recipientsFor = (queued: QueuedRequest) => (claims.length > 0 ? recipientsOf(queued) : [])
  const isClaimed = (ownKeys: string[], ownRecipients: string[]) =>
    ownKeys.some((key) => keys.has(key) || claims.some((claim) => claim.keys.has(key))) ||
    ownRecipients.some((name) => waiting.has(name) || claims.some((claim) => claim.recipients.has(name)))
  let messages = 0
  let weight = 0
  for (const queued of queue) {
    const ownKeys = keysOf(queued.request)
    const ownRecipients = recipientsFor(queued)
    const size = Math.max(1, queued.request.messages.length)
    const ownWeight = weightOf(queued.request)
    const fits = group.length === 0 || (messages + size <= MOST_MESSAGES && weight + ownWeight <= bodyWork.inOneSet)
    if (fits && !isClaimed(ownKeys, ownRecipients)) {
      group.push(queued)
      messages += size
      weight += ownWeight
    } else {
      // Later requests with the same keys or recipients must not overtake this request.
      rest.push(queued)
      for (const name of ownRecipients) waiting.add(name)
    }
    for (const key of ownKeys) keys.add(key)
  }
  return { group, rest }
}

/** Computes the claims of a running set when another set starts beside it, because most sets run alone. */
function claimsOf(set: RunningSet): Claims {
  set.claims ??= {
    keys: new Set(set.group.flatMap(({ request }) => keysOf(request))),
    recipients: new Set(set.group.flatMap(recipientsOf)),
  }
  return set.claims
}

function weightOf({ messages }: AdmissionRequest): number {
  return messages.reduce((sum, offered) => sum + ('parsed' in offered ? offered.parsed.weight : 0), 0)
}

function keysOf({ messages }: AdmissionRequest): string[] {
  return messages.flatMap((offered) => ('parsed' in offered ? (offered.parsed.request.idempotency_key ?? []) : []))
}

/** Returns the ids and addresses of the recipients of a request as texts. Equal addresses have equal texts. */
function recipientsOf(queued: QueuedRequest): string[] {
  queued.recipients ??= queued.request.messages.flatMap((offered) => {
    if (!('parsed' in offered)) return []
    const { recipient } = offered.parsed.request
    const addresses = ADDRESSES.flatMap((field) => {
      const value = recipient[field]
      return value === undefined
        ? []
        : fieldsHolding(field).map((each) => `${each} ${normalizeIdentifier(each, value)}`)
    })
    return recipient.id === undefined ? addresses : [`id:${recipient.id}`, ...addresses]
  })
  return queued.recipients
}
