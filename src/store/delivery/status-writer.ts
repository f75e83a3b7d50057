// Builds all SQL statements that change the status of a delivery. Each statement is built once, when the modules are
// loaded.
import { type StatusAfter, type TransitionCause, transitions } from '../../delivery-states.ts'
import { leased } from './lanes.ts'

interface StatusChange<C extends TransitionCause> {
  cause: C
  /** The new status, or the column that contains the new status for each row. */
  to: StatusAfter<C> | { column: string }
  /** The SQL parameter that contains the time of the change as ISO text. */
  at: string
  /** An SQL expression: whether the delivery can be claimed at once. Present if the new status may be `queued`. */
  ready?: string
  /** An SQL expression for the end of the lease. Present if the new status is `sending`. */
  leaseUntil?: string
  /** Further assignments. */
  set?: string
  from?: string
  where: string
}

/** Columns of an accepted delivery. The parameter $4 is the time of acceptance as ISO text. */
export const ACCEPTED = { status: `'queued'`, history: onceFor(historyLine(`'queued'`, '$4')) }

/**
 * Returns an SQL update of the rows `d` whose status may change to `to` because of `cause`.
 * - All other rows stay unchanged.
 * - The update adds an entry to the history. It also sets the columns that depend on the status: `ready`, `parked`,
 *   `lease_until`, `attempt` and `refunded`.
 * - Throws if the table of transitions does not contain the change.
 * - If `to` is a column, and a row contains a status that the table does not permit, the statement fails.
 */
export function statusUpdate<C extends TransitionCause>(change: StatusChange<C>): string {
  const { cause, to, at, ready = 'false', leaseUntil = 'null', set, from, where } = change
  const isColumn = typeof to === 'object'
  const status = isColumn ? to.column : `'${to}'`
  const legal = transitions.filter((one) => one.cause === cause && (isColumn || one.to === to))
  const before = [...new Set(legal.flatMap((one) => one.from ?? []))]
  if (before.length === 0) throw new Error(`${cause} never leads to ${status}`)
  if (isColumn && before.length > 1) throw new Error(`${cause} starts from several statuses: name one status`)
  const after = legal.map((one) => `'${one.to}'`).join(', ')
  const assignments = [
    // An invalid status becomes null, which the column's constraint refuses. With a check in WHERE instead, the planner
    // used a nested loop, and settling took twice the time.
    `status = ${isColumn ? `case when ${status} in (${after}) then ${status} end` : status}`,
    `history = d.history || ${isColumn ? historyLine(status, at) : onceFor(historyLine(status, at))}`,
    `ready = ${status} = 'queued' and ${ready}`,
    'parked = false',
    `refunded = ${status} = 'failed' and d.account is not null`,
    ...(to === 'sending' ? [`lease_until = ${leaseUntil}`, 'attempt = d.attempt + 1'] : ['lease_until = null']),
    ...(set === undefined ? [] : [set]),
  ]
  // Do not use `status = 'sending'`, because the planner could then read all deliveries with this status to find one of
  // them. See `leased`.
  const allowed = before.map((one) => (one === 'sending' ? leased('d') : `d.status = '${one}'`))
  return `update deliveries d set ${assignments.join(', ')}${from === undefined ? '' : ` from ${from}`}
    where ${where} and (${allowed.join(' or ')})`
}

function historyLine(status: string, at: string): string {
  return `jsonb_build_array(jsonb_build_object('status', ${status}::text, 'at', ${at}::text))`
}

/** Makes the statement evaluate the expression only once instead of once for each row. */
function onceFor(expression: string): string {
  return `(select ${expression})`
}
