// Failed sign-ins in the audit log: one line for an account, a network and a window, with the number of failures.

import { type Database, type Transaction, transaction } from '../store/database.ts'
import { changeAuditRow, deleteAuditRow } from '../store/members/audit-log.ts'
import { type FailedAttempts, lockUnlogged, markLogged } from '../store/members/limited-attempts.ts'
import { anonymous, writeAuditLine } from './audit.ts'

const BATCH = 200

/**
 * Writes what was counted since the last call, for every member. A maintenance job does this, and not the request: an account
 * that exists would take longer to refuse than one that does not. Returns whether there may be more.
 */
export async function logFailedSignIns(db: Database, now: Date): Promise<'again' | undefined> {
  const logged = await transaction(db, (tx) => logFailures(tx, now))
  return logged === BATCH ? 'again' : undefined
}

/** The same for one member, or every one, in the caller's transaction. Returns how many lines were written or changed. */
export async function logFailures(tx: Transaction, now: Date, memberId?: number): Promise<number> {
  const failed = await lockUnlogged(tx, BATCH, memberId)
  for (const row of failed) await markLogged(tx, row.key, await writeLine(tx, now, row))
  return failed.length
}

/** Writes failures whose counter was removed; none left means that the line counted an attempt that succeeded. */
export async function logTakenFailures(tx: Transaction, now: Date, taken: FailedAttempts): Promise<void> {
  if (taken.count > 0) await writeLine(tx, now, taken)
  else if (taken.audit_line !== null) await deleteAuditRow(tx, taken.audit_line)
}

/** Corrects a line that counts an attempt which was taken back. `failures`: how many remain in it. */
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
