// Stores the networks from which members have signed in, so that failed attempts from other networks do not lock a
// member out.
import type { Connection } from '../database.ts'
import { hasRow } from '../rows.ts'

/**
 * Returns true if the member has signed in from this network after `since`. If the account does not exist, the
 * statement does the same work, so that its duration reveals nothing.
 */
export async function isKnownNetwork(
  c: Connection,
  since: Date,
  memberId: number | undefined,
  network: Buffer,
): Promise<boolean> {
  return hasRow(c, {
    text: 'select from sign_in_networks where member_id = $1 and network = $2 and last_at > $3',
    values: [memberId ?? 0, network, since],
  })
}

/**
 * Records that the member has signed in from this network. Only the `most` latest networks of the member stay stored.
 */
export async function rememberNetwork(
  c: Connection,
  now: Date,
  memberId: number,
  network: Buffer,
  most: number,
): Promise<void> {
  await c.query({
    text: `insert into sign_in_networks (member_id, network, last_at) values ($1, $2, $3)
           on conflict (member_id, network) do update set last_at = excluded.last_at`,
    values: [memberId, network, now],
  })
  await c.query({
    text: `delete from sign_in_networks where member_id = $1 and network not in (
             select network from sign_in_networks where member_id = $1 order by last_at desc, network limit $2)`,
    values: [memberId, most],
  })
}

export async function dropOldNetworks(c: Connection, before: Date): Promise<void> {
  await c.query({ text: 'delete from sign_in_networks where last_at <= $1', values: [before] })
}
