// Stores the polled connections. Only one process at a time polls a connection, under a lease.
import type { Connection, Transaction } from '../database.ts'
import { changesOneRow, firstRowOf, rowsOf } from '../rows.ts'

export interface PollerRow {
  /** The id of the provider connection. */
  connection_id: number
  /** The version of the connection's settings. If the settings change, the lease ends and the polling starts again. */
  version: number
  position: string | null
}

/**
 * Updates the pollers to match the connections. Inserts new pollers. Starts a poller again if its connection has new
 * settings. Deletes a poller if its connection is no longer polled. Each provider connection of a lane has its own poller.
 */
export async function syncPollers(c: Connection): Promise<void> {
  await c.query({
    name: 'sync-pollers',
    text: `with polled as materialized (
             select id, version from connections where settings->>'mode' = 'polling'
             union all
             select id, version from provider_connections where settings->>'mode' = 'polling'
           ), deleted as (
             delete from pollers where connection_id <> all(array(select id from polled))
           )
           insert into pollers as p (connection_id, version)
           select id, version from polled
           where not exists (select from pollers p where p.connection_id = polled.id and p.version = polled.version)
           on conflict (connection_id) do update set version = excluded.version, position = null, owner = null, lease_until = null, problem = null`,
  })
}

/** Takes a lease for up to `most` pollers that no process is using. */
export async function leasePollers(
  c: Connection,
  now: Date,
  { owner, until, most }: { owner: string; until: Date; most: number },
): Promise<PollerRow[]> {
  return rowsOf<PollerRow>(c, {
    name: 'lease-pollers',
    text: `update pollers set owner = $2, lease_until = $3 where connection_id = any(array(
             select connection_id from pollers where owner is null or lease_until <= $1 order by connection_id limit $4 for update skip locked))
           returning connection_id, version, position`,
    values: [now, owner, until, most],
  })
}

/** Returns the pollers for which this process has a lease, and the version of the settings for each lease. */
export async function readOwnPollers(
  c: Connection,
  owner: string,
): Promise<Pick<PollerRow, 'connection_id' | 'version'>[]> {
  return rowsOf<Pick<PollerRow, 'connection_id' | 'version'>>(c, {
    name: 'read-own-pollers',
    text: 'select connection_id, version from pollers where owner = $1',
    values: [owner],
  })
}

type PollerLease = Pick<PollerRow, 'connection_id' | 'version'> & { owner: string }

const IS_HELD = 'connection_id = $1 and version = $2 and owner = $3'
const valuesOf = ({ connection_id, version, owner }: PollerLease) => [connection_id, version, owner]

/**
 * Renews a lease. Returns false if another process has the lease now, or if the connection was deleted or has new
 * settings.
 */
export async function renewPoller(c: Connection, lease: PollerLease, until: Date): Promise<boolean> {
  return changesOneRow(c, {
    name: 'renew-poller',
    text: `update pollers set lease_until = $4 where ${IS_HELD}`,
    values: [...valuesOf(lease), until],
  })
}

/**
 * Stores the position at which the next poll starts. Runs in the transaction that stores the received updates. Returns
 * false in the same cases as `renewPoller`.
 */
export async function movePoller(
  tx: Transaction,
  now: Date,
  lease: PollerLease,
  position: string | null,
): Promise<boolean> {
  return changesOneRow(tx, {
    name: 'move-poller',
    text: `update pollers set position = $4, problem = null, asked_at = $5 where ${IS_HELD}`,
    values: [...valuesOf(lease), position, now],
  })
}

export async function notePollerProblem(c: Connection, now: Date, lease: PollerLease, problem: string): Promise<void> {
  await c.query({
    text: `update pollers set problem = $4, asked_at = $5 where ${IS_HELD}`,
    values: [...valuesOf(lease), problem, now],
  })
}

export async function releasePoller(c: Connection, lease: PollerLease): Promise<void> {
  await c.query({
    text: `update pollers set owner = null, lease_until = null where ${IS_HELD}`,
    values: valuesOf(lease),
  })
}

export interface PollerState {
  problem: string | null
  asked_at: Date | null
}

/**
 * Returns the time and the problem of the last poll. Returns undefined if `syncPollers` has not created the poller of
 * this connection yet.
 */
export async function readPoller(c: Connection, connectionId: number): Promise<PollerState | undefined> {
  return firstRowOf<PollerState>(c, {
    text: 'select problem, asked_at from pollers where connection_id = $1',
    values: [connectionId],
  })
}
