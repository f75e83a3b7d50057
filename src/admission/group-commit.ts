// Group commit: requests that arrive during the commit of a set form the next set. When the service is idle, a request
// does not wait.
import type { Clock } from '../lib/clock.ts'
import { pairs } from '../lib/pairs.ts'
import { repeat, retryInHalves } from '../lib/repeat.ts'
import { nextTurn } from '../lib/scheduling/turns-of-work.ts'
import type { Seal } from '../lib/seal.ts'
import { beginSpan, type Span, traceparentOf } from '../lib/trace.ts'
import { bodyWork } from '../limits.ts'
import { transactionStatus } from '../store/admission/gate.ts'
import { type Database, transaction } from '../store/database.ts'
import { CommitUnknown, isRetryableConflict, isUnavailable } from '../store/failures.ts'
import { type AdmissionRequest, type AdmissionTools, type Admitted, admit } from './admit.ts'
import { createCatalog } from './catalog.ts'
import { countAdmitted } from './count.ts'
import { createEarlyKeys, type EarlyKeys } from './early-keys.ts'
import { createLastPasses } from './last-passes.ts'

export interface Admission {
  /** Resolves when the set of the request is committed and flushed. Rejects only if there is a bug. */
  submit(request: AdmissionRequest): Promise<Admitted>
  /** Resolves when all requests that were submitted before are answered. */
  settled(): Promise<void>
  /** Checks keys before the body of their request is read. */
  earlyKeys: EarlyKeys
}

export interface AdmissionOptions {
  db: Database
  clock: Clock
  seal: Seal
  maxAge: number
  /** Returns the base URL of buttons. Its length counts toward the limits of channels. */
  publicUrl: () => string
  /** Called after a commit that accepted messages. */
  onAccepted: () => void
  onError: (error: unknown) => void
}

/** Thrown if the COMMIT did not reach the database. Nothing of the set was stored. */
class NotCommitted extends CommitUnknown {
  override name = 'NotCommitted'
}

interface QueuedRequest {
  request: AdmissionRequest
  submitted: number
  span: Span | undefined
  resolve: (admitted: Admitted) => void
  reject: (error: unknown) => void
}

const MOST_MESSAGES = 256
const MOST_ROUNDS = 4

export function createAdmission(options: AdmissionOptions): Admission {
  const { db, clock, seal, maxAge, publicUrl, onAccepted, onError } = options
  const earlyKeys = createEarlyKeys(db, clock)
  const lastPasses = createLastPasses()
  const tools: AdmissionTools = { catalog: createCatalog(), lastPasses, earlyKeys, seal, maxAge, publicUrl }
  let queue: QueuedRequest[] = []
  let pumping: Promise<void> | undefined

  const pump = async () => {
    // Wait one turn of the event loop, to collect all requests that arrive in this turn.
    await nextTurn()
    while (queue.length > 0) {
      const { group, rest } = nextGroup(queue)
      queue = rest
      if (await commitGroup(db, clock, tools, group, onError)) onAccepted()
    }
    pumping = undefined
  }

  return {
    submit: (request) =>
      new Promise((resolve, reject) => {
        queue.push({ ...traced(request), submitted: performance.now(), resolve, reject })
        pumping ??= pump()
      }),
    earlyKeys,
    settled: async () => {
      while (pumping) await pumping
      // The last set is answered one turn after its commit, so wait one more turn.
      await nextTurn()
    },
  }
}

/** Begins the span of a request. A request without messages has no span. */
function traced(request: AdmissionRequest): Pick<QueuedRequest, 'request' | 'span'> {
  const { messages, carrier } = request
  const span =
    messages.length === 0 ? undefined : beginSpan('carillon.accept', carrier, { 'carillon.messages': messages.length })
  return { request: span ? { ...request, trace: traceparentOf(span) } : request, span }
}

/** Takes the requests of the next set. A request stays queued if its idempotency key is already in the set. */
function nextGroup(queue: QueuedRequest[]): { group: QueuedRequest[]; rest: QueuedRequest[] } {
  const group: QueuedRequest[] = []
  const rest: QueuedRequest[] = []
  const keys = new Set<string>()
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

function keysOf({ messages }: AdmissionRequest): string[] {
  return messages.flatMap((offered) => ('parsed' in offered ? (offered.parsed.request.idempotency_key ?? []) : []))
}

/**
 * Commits a set and answers its requests. Returns whether a message was accepted. An unexpected error rejects only the
 * request that causes it.
 */
async function commitGroup(
  db: Database,
  clock: Clock,
  tools: AdmissionTools,
  group: QueuedRequest[],
  onError: (error: unknown) => void,
): Promise<boolean> {
  let accepted = false
  const commit = async (part: QueuedRequest[]) => {
    const requests = part.map(({ request }) => request)
    try {
      const admitted = await repeat(MOST_ROUNDS, mayCommitNext, () => commitOnce(db, clock, tools, requests))
      accepted = answer(part, admitted) || accepted
    } catch (error) {
      const mayBeRepeated = error instanceof CommitUnknown || isUnavailable(error) || isRetryableConflict(error)
      if (!mayBeRepeated) throw error
      unavailable(part, error, onError)
    }
  }
  await retryInHalves(group, commit, ({ span, reject }, error) => {
    span?.end()
    reject(error)
  })
  return accepted
}

/** Commits a set. Rejects with NotCommitted if the answer to COMMIT was lost and the transaction was aborted. */
async function commitOnce(
  db: Database,
  clock: Clock,
  tools: AdmissionTools,
  requests: AdmissionRequest[],
): Promise<Admitted[]> {
  let xid: string | undefined
  let admitted: Admitted[] = []
  try {
    await transaction(db, async (tx) => {
      admitted = await admit(tools, tx, clock.now(), requests, (id) => {
        xid = id
      })
    })
    return admitted
  } catch (error) {
    if (!(error instanceof CommitUnknown)) throw error
    const status = await statusOf(db, xid)
    if (status === 'committed') return admitted
    throw status === 'aborted' ? new NotCommitted(error.message, { cause: error }) : error
  }
}

function mayCommitNext(error: unknown): boolean {
  return error instanceof NotCommitted || isRetryableConflict(error)
}

/** Answers the requests in the next turn, so that the next set is sent to the database before the answers are sent. */
function answer(group: QueuedRequest[], admitted: Admitted[]): boolean {
  setImmediate(() => {
    for (const [{ resolve }, own] of pairs(group, admitted)) resolve(own)
    for (const [{ request, submitted, span }, own] of pairs(group, admitted)) {
      countAdmitted(request, own, performance.now() - submitted)
      span?.end()
    }
  })
  return admitted.some(({ outcomes }) => outcomes.some((outcome) => outcome.kind === 'accepted'))
}

const UNAVAILABLE: Admitted = {
  refusal: {
    code: 'unavailable',
    message:
      'The database is unreachable or its disk is full. Send the request again in a few seconds, with its idempotency key.',
    retryAfter: 5,
  },
  outcomes: [],
}

/**
 * Answers with 503. The set was not stored, or the result of its COMMIT is unknown. In both cases the caller may send
 * the request again with its idempotency key.
 */
function unavailable(group: QueuedRequest[], error: unknown, onError: (error: unknown) => void): void {
  onError(error)
  for (const { request, submitted, span, resolve } of group) {
    span?.end()
    countAdmitted(request, UNAVAILABLE, performance.now() - submitted)
    resolve(UNAVAILABLE)
  }
}

/**
 * Returns the status of a transaction whose COMMIT was not answered. Returns undefined if the database is unreachable.
 */
async function statusOf(db: Database, xid: string | undefined): Promise<string | null | undefined> {
  if (xid === undefined) return undefined
  try {
    return await transactionStatus(db, xid)
  } catch {
    return undefined
  }
}
