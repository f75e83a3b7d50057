// Group commit: requests that arrive while a set is being committed become the next set; an idle service adds no wait.
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
  /** Resolves when the request's set is committed and flushed. Rejects only for a bug. */
  submit(request: AdmissionRequest): Promise<Admitted>
  /** Resolves when everything submitted so far is answered. */
  settled(): Promise<void>
  /** Keys, checked before the body of their request is read. */
  earlyKeys: EarlyKeys
}

export interface AdmissionOptions {
  db: Database
  clock: Clock
  seal: Seal
  maxAge: number
  /** Where the buttons of messages lead; a message that has to fit counts their addresses. */
  publicUrl: () => string
  /** Called after a commit that left something due at once. */
  onAccepted: () => void
  onError: (error: unknown) => void
}

/** The COMMIT was lost on its way: nothing of the set was kept. */
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
    // Requests of one turn of the event loop belong together.
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
      // The last set's answers are given a turn after its commit.
      await nextTurn()
    },
  }
}

/** A request that only wants to be let in has no trace. */
function traced(request: AdmissionRequest): Pick<QueuedRequest, 'request' | 'span'> {
  const { messages, carrier } = request
  const span =
    messages.length === 0 ? undefined : beginSpan('carillon.accept', carrier, { 'carillon.messages': messages.length })
  return { request: span ? { ...request, trace: traceparentOf(span) } : request, span }
}

/** As many requests as make a set; one whose idempotency key is already in it waits for the next, to find its twin. */
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
      // Its keys hold their place, so that twins keep the order they came in.
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

/** Commits a set and answers everyone in it; true when something was accepted. An unforeseen error fails the one that causes it. */
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

/** Rejects with NotCommitted where the answer to COMMIT was lost and the database says that nothing was kept. */
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

/** Everybody is answered in the next turn: the set that waits goes out first, so that the database works meanwhile. */
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

const away: Admitted = {
  refusal: {
    code: 'unavailable',
    message:
      'The database is not reachable at the moment, or has no room. Send the request again in a few seconds, with its idempotency key.',
    retryAfter: 5,
  },
  outcomes: [],
}

/** The database can't be asked: nothing is known to be kept, and the caller may ask again. */
function unavailable(group: QueuedRequest[], error: unknown, onError: (error: unknown) => void): void {
  onError(error)
  for (const { request, submitted, span, resolve } of group) {
    span?.end()
    countAdmitted(request, away, performance.now() - submitted)
    resolve(away)
  }
}

/** What the database says of a transaction whose COMMIT went unanswered; undefined when it can't be asked. */
async function statusOf(db: Database, xid: string | undefined): Promise<string | null | undefined> {
  if (xid === undefined) return undefined
  try {
    return await transactionStatus(db, xid)
  } catch {
    return undefined
  }
}
