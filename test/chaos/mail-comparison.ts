// Compares the emails that a service accepted with those that arrived at its two providers.
import { expect } from 'vitest'
import { type Installation, type Site, until } from '../harness/installation.ts'
import { checkInvariants } from '../harness/invariants.ts'
import type { ProviderPair } from '../harness/provider-pair.ts'
import type { Load } from './mail-load.ts'

export interface Sending {
  installation: Installation
  address: string
  site: Site
  pair: ProviderPair
}

/** Waits until no message is pending. */
async function settle({ installation, address, site: { workspace } }: Sending): Promise<void> {
  const isAny = async (status: string) => {
    // A page may be empty although a later page has rows, because a page reads a limited number of rows.
    for (let cursor: string | null = ''; cursor !== null; ) {
      const at = `/workspaces/${workspace}/deliveries?status=${status}&limit=1${cursor}`
      const { data, next_cursor } = await installation.manage(address, 'GET', at)
      if (data.length > 0) return true
      cursor = next_cursor === null ? null : `&cursor=${next_cursor}`
    }
    return false
  }
  await until(300, async () => !(await isAny('queued')) && !(await isAny('sending')))
}

interface Row {
  address: string
  status: string
  /** Whether an attempt of the message was ambiguous. */
  ambiguous: boolean
}

export interface Comparison {
  /**
   * The addresses of messages that no provider received. A message that forbids duplicates may fail after an ambiguous
   * attempt, and is then not in this list.
   */
  lost: string[]
  /**
   * The addresses of messages that were repeated or that failed, although no ambiguous attempt permits it. After an
   * ambiguous attempt, a message may be repeated, or may fail if it forbids duplicates.
   */
  unlisted: string[]
  /** The addresses of messages with an ambiguous attempt. */
  ambiguous: Set<string>
  figures: string
}

/** Waits until no message is pending, and compares the accepted messages with those that arrived. */
export async function compare(sending: Sending, { accepted, never }: Load): Promise<Comparison> {
  const { installation, pair } = sending
  await settle(sending)
  await installation.stop()
  const db = await installation.open()
  try {
    const { rows } = await db.query<Row>({
      text: `select address, status,
               exists (select from attempts a where a.delivery_id = d.id and a.outcome = 'ambiguous') as ambiguous
             from deliveries d where mode = 'live'`,
    })
    const { mismatches } = await checkInvariants(db)
    expect(mismatches).toEqual([])
    const byAddress = new Map(rows.map((row) => [row.address, row]))
    const received = [...pair.atPrimary(), ...pair.atSecondary()].map(({ to }) => to)
    const times = new Map<string, number>()
    for (const to of received) times.set(to, (times.get(to) ?? 0) + 1)
    const repeated = [...times].filter(([, count]) => count > 1).map(([to]) => to)
    const failed = rows.filter(({ status }) => status === 'failed')
    const ambiguous = rows.filter((row) => row.ambiguous)
    const isListed = (to: string) => byAddress.get(to)?.ambiguous === true && !never.has(to)
    const mayFail = (row: Row) => row.status === 'failed' && row.ambiguous && never.has(row.address)
    return {
      lost: [...accepted.keys()].filter((to) => {
        const row = byAddress.get(to)
        return !row || (!times.has(to) && !mayFail(row))
      }),
      unlisted: [
        ...repeated.filter((to) => !isListed(to)),
        ...failed.filter((row) => !mayFail(row)).map((row) => row.address),
      ],
      ambiguous: new Set(ambiguous.map((row) => row.address)),
      figures: `${accepted.size} accepted, ${ambiguous.length} ambiguous, ${repeated.length} received twice, ${failed.length} failed with duplicates forbidden`,
    }
  } finally {
    await db.close()
  }
}
