// Compares the database with the observations of callers, the provider and receivers.
import type { Connection } from '../../src/store/database.ts'
import { checkInvariants, type InvariantReport, lostOf } from './invariants.ts'

export interface Observations {
  /** Delivery ids of everything that was answered 202 or 200, by the address it went to. */
  acknowledged: Map<string, number>
  /** How often the provider took a message, by the address. */
  accepted: Map<string, number>
  /** Ids of the action tokens whose click was answered. */
  clicked: Set<string>
  /** X-Service-Delivery-Id of the events and callbacks that receivers got. */
  events: Set<string>
  callbacks: Set<string>
}

export interface Verdict {
  report: InvariantReport
  /** Messages that the provider took more than once. */
  repeats: number
  lost: number
  /** Violated invariants, and differences between the database and the requests that were seen. */
  mismatches: string[]
}

/** Live messages alone, each to an address of its own. Reads the whole database; nothing may be writing to it. */
export async function compareWithObservations(db: Connection, seen: Observations): Promise<Verdict> {
  const report = await checkInvariants(db)
  const mismatches = [...report.mismatches]
  const none = (what: string, found: unknown[]) => {
    if (found.length > 0) mismatches.push(`${what}: ${JSON.stringify(found.slice(0, 5))} (${found.length})`)
  }
  const same = (what: string, recorded: Set<string>, witnessed: Set<string>) => {
    none(
      `${what} that nobody saw`,
      [...recorded].filter((one) => !witnessed.has(one)),
    )
    none(
      `${what} that are not in the database`,
      [...witnessed].filter((one) => !recorded.has(one)),
    )
  }
  const lost = await lostOf(db, seen.acknowledged.values())
  none('acknowledged and not there', lost)
  const accepted = await column(db, `select id::text from deliveries where mode = 'live'`)
  same('messages accepted', accepted, new Set([...seen.acknowledged.values()].map(String)))
  same('tokens used', await column(db, 'select id from action_tokens where used_at is not null'), seen.clicked)
  for (const [kind, received] of [
    ['event', seen.events],
    ['callback', seen.callbacks],
  ] as const)
    same(`${kind}s`, await column(db, `select wire_id as id from outgoing where kind = '${kind}'`), received)

  const { rows } = await db.query<{ address: string; status: string; unknown: number }>({
    text: `select d.address, d.status, (select count(*) from attempts a where a.delivery_id = d.id and a.outcome = 'ambiguous')::int as unknown
           from deliveries d where d.mode = 'live'`,
  })
  const timesOf = (address: string) => seen.accepted.get(address) ?? 0
  const isSent = (status: string) => ['sent', 'delivered', 'read'].includes(status)
  none(
    'sent, and the provider took it never',
    rows.filter(({ address, status }) => isSent(status) && timesOf(address) === 0),
  )
  // Each request beyond the expected one needs an attempt whose outcome is unknown.
  none(
    'sent more often than the attempts show',
    rows.filter(({ address, status, unknown }) => timesOf(address) > unknown + (isSent(status) ? 1 : 0)),
  )
  const repeats = rows.reduce((sum, { address }) => sum + Math.max(0, timesOf(address) - 1), 0)
  return { report, repeats, lost: lost.length, mismatches }
}

async function column(db: Connection, text: string): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>({ text })
  return new Set(rows.map(({ id }) => id))
}
