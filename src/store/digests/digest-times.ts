// The times of open digests and their deliveries.

/**
 * The value of `next_at` while messages may join the digest of the delivery. No job makes the delivery ready before,
 * and processes of version 0.1.0 do not claim it.
 */
export const DIGEST_DUE = '9999-01-01T00:00:00.000Z'

/** Returns an SQL expression: whether the delivery `row` waits for its digest to close. */
export function isCollecting(row: string): string {
  return `${row}.next_at >= '${DIGEST_DUE}'`
}

/** Returns whether a delivery with this `next_at` waits for its digest to close. */
export function isDigestOpen(nextAt: Date): boolean {
  return nextAt >= new Date(DIGEST_DUE)
}

/** Returns an SQL expression for the time at which the open digest `row` closes if no other message joins it. */
export function closesAt(row: string): string {
  return `least(${row}.latest_at, coalesce((select i.added_at from digest_items i where i.delivery_id = ${row}.delivery_id
    order by i.id desc limit 1), ${row}.opened_at) + make_interval(secs => ${row}.wait / 1000.0))`
}
