// Compares the database with the observations of callers, the provider and receivers.
import type { Connection } from '../../src/store/database.ts'
import { checkInvariants, type InvariantReport, lostOf } from './invariants.ts'

export interface Observations {
  /** Delivery ids of all send requests that were answered with 202 or 200. The keys of the map are addresses. */
  acknowledged: Map<string, number>
  /** The number of times that the provider accepted a message, by address. */
  accepted: Map<string, number>
  /** Ids of the action tokens whose click was answered. */
  clicked: Set<string>
  /** X-Service-Delivery-Id of the events that receivers got. */
  events: Set<string>
  callbacks: Set<string>
}

export interface Verdict {
  report: InvariantReport
  /** Messages that the provider accepted more than once. */
  repeats: number
  lost: number
  /** Violated invariants, and differences between the database and the observations. */
  mismatches: string[]
}

/**
 * Compares the live messages in the database with the observations. Each message must have a separate address. Nothing
 * may write to the database at the same time.
 */
export async function compareWithObservations(db: Connection, seen: Observations): Promise<Verdict> {
  const report = await checkInvariants(db)
  const mismatches = [...report.mismatches]
  const expectNone = (what: string, found: unknown[]) => {
    if (found.length > 0) mismatches.push(`${what}: ${JSON.stringify(found.slice(0, 5))} (${found.length})`)
  }
  const expectSame = (what: string, recorded: Set<string>, observedIds: Set<string>) => {
    expectNone(
      `${what} that were not observed`,
      [...recorded].filter((id) => !observedIds.has(id)),
    )
    expectNone(
      `${what} that are not in the database`,
      [...observedIds].filter((id) => !recorded.has(id)),
    )
  }
  const lost = await lostOf(db, seen.acknowledged.values())
  expectNone('acknowledged messages that do not exist', lost)
  const accepted = await column(db, `select id::text from deliveries where mode = 'live'`)
  expectSame('messages accepted', accepted, new Set([...seen.acknowledged.values()].map(String)))
  expectSame('tokens used', await column(db, 'select id from action_tokens where used_at is not null'), seen.clicked)
  for (const [kind, received] of [
    ['event', seen.events],
    ['callback', seen.callbacks],
  ] as const)
    expectSame(`${kind}s`, await requestsToObserve(db, kind, received), received)

  const { rows } = await db.query<{ address: string; status: string; unknown: number }>({
    text: `select d.address, d.status, (select count(*) from attempts a where a.delivery_id = d.id and a.outcome = 'ambiguous')::int as unknown
           from deliveries d where d.mode = 'live'`,
  })
  const timesOf = (address: string) => seen.accepted.get(address) ?? 0
  const isSent = (status: string) => ['sent', 'delivered', 'read'].includes(status)
  expectNone(
    'sent messages that the provider never received',
    rows.filter(({ address, status }) => isSent(status) && timesOf(address) === 0),
  )
  // The provider may have received the message once if the message was sent, plus once for each ambiguous attempt.
  expectNone(
    'messages that the provider received more times than the attempts explain',
    rows.filter(({ address, status, unknown }) => timesOf(address) > unknown + (isSent(status) ? 1 : 0)),
  )
  const repeats = rows.reduce((sum, { address }) => sum + Math.max(0, timesOf(address) - 1), 0)
  return { report, repeats, lost: lost.length, mismatches }
}

/**
 * Returns the ids of outgoing requests that have ended or that a receiver observed. Pending requests need not be
 * observed.
 */
async function requestsToObserve(
  db: Connection,
  kind: 'event' | 'callback',
  received: Set<string>,
): Promise<Set<string>> {
  const ended = await column(
    db,
    `select wire_id as id from outgoing where kind = '${kind}' and status not in ('waiting', 'sending')`,
  )
  const recorded = await column(db, `select wire_id as id from outgoing where kind = '${kind}'`)
  return new Set([...ended, ...[...received].filter((id) => recorded.has(id))])
}

async function column(db: Connection, text: string): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>({ text })
  return new Set(rows.map(({ id }) => id))
}
