// Dry runs: admits messages in a transaction that is rolled back, and returns what a send request would do.
import { requireValue } from '../../lib/by-key.ts'
import type { Clock } from '../../lib/clock.ts'
import { repeat } from '../../lib/repeat.ts'
import { createTurns } from '../../lib/scheduling/turns.ts'
import { SECOND } from '../../limits.ts'
import { type Database, rolledBack } from '../../store/database.ts'
import { haveCountersChanged, isRetryableConflict } from '../../store/failures.ts'
import type { ParsedMessage } from '../admission-request.ts'
import { type AcceptedMessage, type AdmissionTools, admit } from '../admit.ts'
import { createCatalog } from '../catalog.ts'
import type { Limited, RefusedMessage, Replayed, Sender } from '../entry.ts'

/** What a send request would do with a message: accept it, or answer with another outcome. */
export type DryOutcome = ({ kind: 'accepted' } & AcceptedMessage) | Replayed | Limited | RefusedMessage

/**
 * Returns what a send request would do with each message, in order. `sender` has passed the gate, so that the request
 * counts in the hour of its key. Stores nothing. Returns undefined if too many dry runs are in progress.
 */
export type DryRun = (sender: Sender, messages: ParsedMessage[]) => Promise<DryOutcome[] | undefined>

/** Maximum number of dry runs at the same time in a process. Each holds locks that other requests may wait for. */
const AT_ONCE = 2
/** Maximum number of milliseconds that a dry run waits for others. */
const LONGEST_WAIT = 5 * SECOND
/** Maximum number of times that a dry run is repeated after conflicts, as for a set of send requests. */
const MOST_ROUNDS = 4

export function createDryRun(db: Database, clock: Clock, tools: Omit<AdmissionTools, 'catalog'>): DryRun {
  const turns = createTurns(AT_ONCE)
  return async (sender, messages) => {
    const endTurn = await turns.take(AbortSignal.timeout(LONGEST_WAIT)).catch(() => undefined)
    if (!endTurn) return undefined
    try {
      let locked = false
      const mayRepeat = (error: unknown) => {
        locked ||= haveCountersChanged(error)
        return haveCountersChanged(error) || isRetryableConflict(error)
      }
      return await repeat(MOST_ROUNDS, mayRepeat, () => admitOnce(db, clock, tools, { sender, messages, locked }))
    } finally {
      endTurn()
    }
  }
}

async function admitOnce(
  db: Database,
  clock: Clock,
  tools: Omit<AdmissionTools, 'catalog'>,
  { sender, messages, locked }: { sender: Sender; messages: ParsedMessage[]; locked: boolean },
): Promise<DryOutcome[]> {
  const requests = [{ credential: { kind: 'sender' as const, sender }, messages }]
  const set = await rolledBack(db, (tx) =>
    admit({ ...tools, catalog: createCatalog() }, tx, clock.now(), requests, locked),
  )
  const accepted = new Map(set.accepted.map((accepted) => [accepted.message.deliveryId, accepted]))
  const [answer] = set.answers()
  return (answer?.outcomes ?? []).map((outcome): DryOutcome => {
    if (outcome.kind !== 'accepted') return outcome
    return { kind: 'accepted', ...requireValue(accepted, outcome.deliveryId) }
  })
}
