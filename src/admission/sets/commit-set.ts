// Commits a set in one transaction, and answers its requests.
import type { Clock } from '../../lib/clock.ts'
import { pairs } from '../../lib/pairs.ts'
import { repeat, retryInHalves } from '../../lib/repeat.ts'
import { type CommitSlot, createCommitSlot, isMarkReplaced } from '../../store/admission/commit-marks.ts'
import { type Database, transaction } from '../../store/database.ts'
import { CommitUnknown, haveCountersChanged, isRetryableConflict, isUnavailable } from '../../store/failures.ts'
import type { AdmissionRequest, Admitted } from '../admission-request.ts'
import { type AdmissionTools, admit } from '../admit.ts'
import type { Catalog } from '../catalog.ts'
import { countAdmitted } from './count.ts'
import type { QueuedRequest } from './next-set.ts'

/** The slot of a running set. */
export interface Slot {
  /** Undefined on the embedded database, where no COMMIT is lost. */
  marks: CommitSlot | undefined
  /** Each slot has its own cache, because a set expects that no other set changes the cache while it runs. */
  catalog: Catalog
}

export interface CommitOptions {
  db: Database
  clock: Clock
  tools: Omit<AdmissionTools, 'catalog'>
  slot: Slot
  onError: (error: unknown) => void
}

/** Thrown if the COMMIT did not reach the database. Nothing of the set was stored. */
class NotCommitted extends CommitUnknown {
  override name = 'NotCommitted'
}

/** Maximum number of times that a set is run after conflicts. */
const MOST_ROUNDS = 4

/**
 * Commits a set and answers its requests. Returns whether a message was accepted. An unexpected error rejects only the
 * request that causes it.
 */
export async function commitSet(options: CommitOptions, group: QueuedRequest[]): Promise<boolean> {
  let accepted = false
  const commit = async (part: QueuedRequest[]) => {
    const requests = part.map(({ request }) => request)
    try {
      let locked = false
      const mayRepeat = (error: unknown) => {
        // The repeated set locks the counters, so that they cannot change again.
        locked ||= haveCountersChanged(error)
        if (isMarkReplaced(error)) options.slot.marks = createCommitSlot()
        return mayCommitNext(error)
      }
      const admitted = await repeat(MOST_ROUNDS, mayRepeat, () => commitOnce(options, requests, locked))
      accepted = answer(part, admitted) || accepted
    } catch (error) {
      const mayBeRepeated = error instanceof CommitUnknown || isUnavailable(error) || isRetryableConflict(error)
      if (!mayBeRepeated) throw error
      unavailable(part, error, options.onError)
    }
  }
  await retryInHalves(group, commit, ({ span, reject }, error) => {
    span?.end()
    reject(error)
  })
  return accepted
}

/** Commits a set. Rejects with NotCommitted if the answer to COMMIT was lost and the set was not committed. */
async function commitOnce(
  { db, clock, tools, slot }: CommitOptions,
  requests: AdmissionRequest[],
  locked: boolean,
): Promise<Admitted[]> {
  let afterLostAnswer = async (): Promise<Admitted[]> => []
  try {
    const { counted } = await transaction(db, async (tx) => {
      const set = await admit({ ...tools, catalog: slot.catalog }, tx, clock.now(), requests, locked)
      afterLostAnswer = () => set.recounted(db).catch(set.answers)
      if (set.writes) slot.marks?.mark(tx)
      return set
    })
    slot.marks?.confirm()
    return await counted()
  } catch (error) {
    if (!(error instanceof CommitUnknown) || !slot.marks) throw error
    if (await wasCommitted(db, slot, error)) return afterLostAnswer()
    throw new NotCommitted(error.message, { cause: error })
  }
}

/** Returns whether the last set of the slot was committed. Rejects with `lost` if the database is unreachable. */
async function wasCommitted(db: Database, slot: Slot, lost: CommitUnknown): Promise<boolean> {
  try {
    return (await slot.marks?.wasCommitted(db)) ?? false
  } catch {
    slot.marks = createCommitSlot()
    throw lost
  }
}

function mayCommitNext(error: unknown): boolean {
  return (
    error instanceof NotCommitted || isRetryableConflict(error) || haveCountersChanged(error) || isMarkReplaced(error)
  )
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
