// Group commit: requests that arrive while a set runs form the next set. When the service is idle, a request does not
// wait. On a database server, a large set starts beside running ones.
import type { Clock } from '../lib/clock.ts'
import { pairs } from '../lib/pairs.ts'
import { repeat, retryInHalves } from '../lib/repeat.ts'
import { nextTurn } from '../lib/scheduling/turns-of-work.ts'
import type { Seal } from '../lib/seal.ts'
import { beginSpan, traceparentOf } from '../lib/trace.ts'
import { transactionStatus } from '../store/admission/gate.ts'
import { type Database, transaction } from '../store/database.ts'
import { CommitUnknown, haveCountersChanged, isRetryableConflict, isUnavailable } from '../store/failures.ts'
import type { AdmissionRequest, Admitted } from './admission-request.ts'
import { type AdmissionTools, admit } from './admit.ts'
import { createCatalog } from './catalog.ts'
import { countAdmitted } from './count.ts'
import { createEarlyKeys, type EarlyKeys } from './early-keys.ts'
import { createLastPasses } from './last-passes.ts'
import { type Claimed, claim, countMessages, nextGroup, type QueuedRequest } from './next-set.ts'

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

const MOST_ROUNDS = 4
/** Maximum number of sets that run at the same time on a database server. */
const MOST_SETS = 4
/** Minimum number of queued messages for which another set starts beside a running one. */
const LARGE_SET = 64

export function createAdmission(options: AdmissionOptions): Admission {
  const { db, clock, seal, maxAge, publicUrl, onAccepted, onError } = options
  const earlyKeys = createEarlyKeys(db, clock)
  const lastPasses = createLastPasses()
  const tools: AdmissionTools = { catalog: createCatalog(), lastPasses, earlyKeys, seal, maxAge, publicUrl }
  const mostSets = db.kind === 'server' ? MOST_SETS : 1
  let queue: QueuedRequest[] = []
  let running = 0
  let isStarting = false
  let onSettled: (() => void)[] = []
  const claimed: Claimed = { keys: new Set(), addresses: new Set() }

  const startSets = () => {
    isStarting = false
    while (queue.length > 0 && (running === 0 || (running < mostSets && countMessages(queue) >= LARGE_SET))) {
      const { group, rest } = nextGroup(queue, claimed)
      if (group.length === 0) break
      queue = rest
      void runSet(group)
    }
    if (running > 0) return
    for (const resolve of onSettled) resolve()
    onSettled = []
  }

  const runSet = async (group: QueuedRequest[]) => {
    running++
    const release = claim(claimed, group)
    if (await commitGroup(db, clock, tools, group, onError)) onAccepted()
    release()
    running--
    startSets()
  }

  /** Starts sets in the next turn, so that all requests of this turn of the event loop are in one set. */
  const startSoon = () => {
    if (isStarting || running >= mostSets) return
    isStarting = true
    setImmediate(startSets)
  }

  return {
    submit: (request) =>
      new Promise((resolve, reject) => {
        queue.push({ ...traced(request), submitted: performance.now(), resolve, reject })
        startSoon()
      }),
    earlyKeys,
    settled: async () => {
      if (running > 0 || queue.length > 0) await new Promise<void>((resolve) => onSettled.push(resolve))
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
      let locked = false
      const mayRepeat = (error: unknown) => {
        // The repeated set locks the counters, so that they cannot change again.
        locked ||= haveCountersChanged(error)
        return mayCommitNext(error)
      }
      const admitted = await repeat(MOST_ROUNDS, mayRepeat, () => commitOnce(db, clock, tools, requests, locked))
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
  locked: boolean,
): Promise<Admitted[]> {
  let xid: string | undefined
  let answers: Admitted[] = []
  const onXid = (id: string) => {
    xid = id
  }
  try {
    const { counted } = await transaction(db, async (tx) => {
      const set = await admit(tools, tx, clock.now(), requests, { locked, onXid })
      answers = set.answers
      return set
    })
    return await counted()
  } catch (error) {
    if (!(error instanceof CommitUnknown)) throw error
    const status = await statusOf(db, xid)
    if (status === 'committed') return answers
    throw status === 'aborted' ? new NotCommitted(error.message, { cause: error }) : error
  }
}

function mayCommitNext(error: unknown): boolean {
  return error instanceof NotCommitted || isRetryableConflict(error) || haveCountersChanged(error)
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
