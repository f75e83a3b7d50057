// Composes all statements that change a delivery's status. Each statement is composed once, when the modules are
// loaded.
import { type StatusAfter, type TransitionCause, transitions } from '../../delivery-states.ts'
import { leased } from './lanes.ts'

interface StatusChange<C extends TransitionCause> {
  cause: C
  /** A status, or the column that holds the status for each row. */
  to: StatusAfter<C> | { column: string }
  /** The parameter that holds the time of the change as ISO text. */
  at: string
  /** SQL, for `queued`: whether the delivery may be claimed at once. */
  ready?: string
  /** SQL, for `sending`: when the lease ends. */
  leaseUntil?: string
  /** Further assignments. */
  set?: string
  from?: string
  where: string
}

/** Columns of an accepted delivery; $4 holds the time of acceptance as ISO text. */
export const ACCEPTED = { status: `'queued'`, history: onceFor(historyLine(`'queued'`, '$4')) }

/**
 * Returns an update of the rows `d` whose status may change to `to` by this `cause`. Other rows stay unchanged. The
 * update adds an entry to the history and sets the columns that follow from the status: `ready`, `parked`,
 * `lease_until`, `attempt` and `refunded`. Throws for a change that is not in the table of transitions. If the column
 * `to.column` contains such a status in any row, the statement fails.
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
    // Null violates the column's constraint. The same check in WHERE made the planner use a nested loop: settling
    // took twice the time.
    `status = ${isColumn ? `case when ${status} in (${after}) then ${status} end` : status}`,
    `history = d.history || ${isColumn ? historyLine(status, at) : onceFor(historyLine(status, at))}`,
    `ready = ${status} = 'queued' and ${ready}`,
    'parked = false',
    `refunded = ${status} = 'failed' and d.account is not null`,
    ...(to === 'sending' ? [`lease_until = ${leaseUntil}`, 'attempt = d.attempt + 1'] : ['lease_until = null']),
    ...(set === undefined ? [] : [set]),
  ]
  // With `status = 'sending'`, the planner could search all sending deliveries for a given one: see `leased`.
  const allowed = before.map((one) => (one === 'sending' ? leased('d') : `d.status = '${one}'`))
  return `update deliveries d set ${assignments.join(', ')}${from === undefined ? '' : ` from ${from}`}
    where ${where} and (${allowed.join(' or ')})`
}

function historyLine(status: string, at: string): string {
  return `jsonb_build_array(jsonb_build_object('status', ${status}::text, 'at', ${at}::text))`
}

/** Makes the statement evaluate an expression once, instead of once for each row. */
function onceFor(expression: string): string {
  return `(select ${expression})`
}
