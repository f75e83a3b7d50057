// Dry runs: admits messages in a transaction that is rolled back, and returns what a send request would do.

import type { Refusal } from '../../errors.ts'
import { requireValue } from '../../lib/by-key.ts'
import type { Clock } from '../../lib/clock.ts'
import { firstOf } from '../../lib/pairs.ts'
import { repeat } from '../../lib/repeat.ts'
import { createTurns } from '../../lib/scheduling/turns.ts'
import { SECOND } from '../../limits.ts'
import { type Database, rolledBack, type Transaction } from '../../store/database.ts'
import { haveCountersChanged, isRetryableConflict } from '../../store/failures.ts'
import type { AdmissionRequest, Admitted, ParsedMessage } from '../admission-request.ts'
import { type AcceptedMessage, type AdmissionTools, admit } from '../admit.ts'
import { createCatalog } from '../catalog.ts'
import type { AdmissionOutcome, Limited, RefusedMessage, Replayed, Sender } from '../entry.ts'
import { admitDeferred } from '../liquid.ts'

/** The outcome of a message in a dry run. */
export type DryOutcome = ({ kind: 'accepted' } & AcceptedMessage) | Replayed | Limited | RefusedMessage

/** The source and the key whose rules apply. The key is null for a member of the portal. */
export type DryRunSender = Pick<Sender, 'workspaceId' | 'sourceId' | 'mode' | 'keyId'>

/** The refusal of a dry run that waited too long for others. */
export const tooManyDryRuns: Refusal = {
  code: 'unavailable',
  message: 'Too many dry runs are in progress. Send the request again in a few seconds.',
  retryAfter: 5,
}

/**
 * Returns what a send request would do with each message, in order. `sender` has passed the gate, so that the request
 * counts in the hour of its key. Stores nothing. Returns undefined if too many dry runs are in progress.
 */
export type DryRun = (sender: DryRunSender, messages: ParsedMessage[]) => Promise<DryOutcome[] | undefined>

/**
 * Maximum number of dry runs of API keys at the same time in a process, and the same number for the portal. Each holds
 * locks that other requests may wait for.
 */
const AT_ONCE = 2
/** Maximum number of milliseconds that a dry run waits for others. */
const LONGEST_WAIT = 5 * SECOND
/** Maximum number of times that a dry run is repeated after conflicts, as for a set of send requests. */
const MOST_ROUNDS = 4

export function createDryRun(db: Database, clock: Clock, tools: Omit<AdmissionTools, 'catalog'>): DryRun {
  // A person at the portal does not wait for the dry runs of a program, and a program does not wait for a person.
  const turnsOf = { keys: createTurns(AT_ONCE), portal: createTurns(AT_ONCE) }
  return async ({ workspaceId, sourceId, mode, keyId }, messages) => {
    const turns = keyId === null ? turnsOf.portal : turnsOf.keys
    const endTurn = await turns.take(AbortSignal.timeout(LONGEST_WAIT)).catch(() => undefined)
    if (!endTurn) return undefined
    try {
      const accepted = new Map<AdmissionOutcome | undefined, AcceptedMessage>()
      const submit = async (request: AdmissionRequest) => {
        const set = await admitAndRollBack(db, clock, tools, request)
        for (const one of set.accepted) accepted.set(one.message.outcome, one)
        return set.answer
      }
      const request: AdmissionRequest = { credential: { kind: 'source', workspaceId, sourceId, mode, keyId }, messages }
      const { refusal, outcomes } = await admitDeferred(submit, request, await submit(request))
      if (refusal) return messages.map(() => ({ kind: 'refused', refusal }))
      return outcomes.map((outcome) =>
        outcome.kind === 'accepted' ? { kind: 'accepted', ...requireValue(accepted, outcome) } : outcome,
      )
    } finally {
      endTurn()
    }
  }
}

/** Admits one request in a transaction that is rolled back. Repeats it after conflicts with other transactions. */
async function admitAndRollBack(
  db: Database,
  clock: Clock,
  tools: Omit<AdmissionTools, 'catalog'>,
  request: AdmissionRequest,
): Promise<{ answer: Admitted; accepted: AcceptedMessage[] }> {
  let locked = false
  const mayRepeat = (error: unknown) => {
    locked ||= haveCountersChanged(error)
    return haveCountersChanged(error) || isRetryableConflict(error)
  }
  const admitOnce = (tx: Transaction) =>
    admit({ ...tools, catalog: createCatalog() }, tx, clock.now(), [request], locked)
  const { answers, accepted } = await repeat(MOST_ROUNDS, mayRepeat, () => rolledBack(db, admitOnce))
  return { answer: firstOf(answers()), accepted }
}
