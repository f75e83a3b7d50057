// Writes failed sign-ins to the audit log. There is one line for each account, network and window. It contains the
// number of failures.

import { type Database, type Transaction, transaction } from '../store/database.ts'
import { changeAuditRow, deleteAuditRow } from '../store/members/audit-log.ts'
import { type FailedAttempts, lockUnlogged, markLogged } from '../store/members/limited-attempts.ts'
import { anonymous, writeAuditLine } from './audit.ts'

const BATCH = 200

/**
 * Writes the failures of all members since the last call. Only a maintenance job calls this function. If a request
 * wrote the failures, its refusal would take longer for an existing account than for an unknown address, and this would
 * reveal the account. Returns 'again' if there may be more failures.
 */
export async function logFailedSignIns(db: Database, now: Date): Promise<'again' | undefined> {
  const logged = await transaction(db, (tx) => logFailures(tx, now))
  return logged === BATCH ? 'again' : undefined
}

/**
 * Writes the failures of one member, or of all members if `memberId` is undefined. Writes them in the caller's
 * transaction. Returns the number of written lines.
 */
export async function logFailures(tx: Transaction, now: Date, memberId?: number): Promise<number> {
  const failed = await lockUnlogged(tx, BATCH, memberId)
  for (const row of failed) await markLogged(tx, row.key, await writeLine(tx, now, row))
  return failed.length
}

/**
 * Writes the failures of `taken` to the audit log. `taken` is a counter that was removed after a successful sign-in.
 * If the counter has no failures, deletes its line from the audit log.
 */
export async function logTakenFailures(tx: Transaction, now: Date, taken: FailedAttempts): Promise<void> {
  if (taken.count > 0) await writeLine(tx, now, taken)
  else if (taken.audit_line !== null) await deleteAuditRow(tx, taken.audit_line)
}

/**
 * Changes the number of failures in a line of the audit log, after an attempt was removed from the counter of this
 * line. Deletes the line if the number is 0.
 */
export async function correctLine(tx: Transaction, auditLine: number, failures: number): Promise<void> {
  if (failures > 0) await changeAuditRow(tx, auditLine, { failures })
  else await deleteAuditRow(tx, auditLine)
}

async function writeLine(
  tx: Transaction,
  now: Date,
  { member_id, name, address, count, audit_line }: FailedAttempts,
): Promise<number> {
  const change = { failures: count }
  if (audit_line !== null) {
    await changeAuditRow(tx, audit_line, change)
    return audit_line
  }
  return writeAuditLine(tx, now, {
    workspaceId: null,
    actor: anonymous,
    address,
    action: 'signInFailed',
    says: 'Fail to sign in',
    object: { kind: 'member', id: String(member_id), name },
    change,
  })
}
