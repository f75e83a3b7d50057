// Accounts: sign-in and sign-out, the member's own name, and the accounts that operators manage.
import { Refused, refuse } from '../errors.ts'
import type { Seal } from '../lib/seal.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import {
  deleteMember,
  findMember,
  findMemberByEmail,
  findPassword,
  listAccounts,
  lockOperators,
  type MemberRow,
  setMemberName,
  setOperator,
} from '../store/members/members.ts'
import { lockSoleOwnership } from '../store/members/memberships.ts'
import { beginAttempt, checkCounted, type PasswordAttempt, settleAttempt } from './attempts.ts'
import { auditActor, writeAuditLine } from './audit.ts'
import type { NetworkLimits } from './network-limits.ts'
import { isPassword } from './passwords.ts'
import { type Actor, closeSession, endSessionsAfterLoss, openSession, type RequestOrigin } from './sessions.ts'

/** The dependencies of sign-in. */
export interface SignInTools {
  db: Database
  seal: Seal
  networkLimits: NetworkLimits
}

/**
 * The result of a correct password: the account, the counted attempt, and the hash with which the password was
 * compared.
 */
export interface Proof {
  member: MemberRow
  attempt: PasswordAttempt
  hash: string
}

/**
 * Signs in and returns the token of a new session. Ends the browser's previous session. Throws rate_limited or
 * invalid_credentials. For an unknown address it does the same work and throws the same error.
 */
export async function logIn(
  tools: SignInTools,
  now: Date,
  input: { email: string; password: string },
  client: RequestOrigin,
  before: string | undefined,
): Promise<string> {
  const proof = await provePassword(tools, now, input, client, 'The email address or the password is wrong.')
  return transaction(tools.db, async (tx) => {
    await settleProof(tx, now, proof)
    if (before !== undefined) await closeSession(tx, now, before)
    await writeAuditLine(tx, now, {
      ...ofAccount(proof.member, client),
      action: 'signIn',
      says: 'Sign in',
    })
    return openSession(tx, now, proof.member.id, client)
  })
}

/** Checks the password of an account. Throws rate_limited, or invalid_credentials with the message `wrong`. */
export async function provePassword(
  tools: SignInTools,
  now: Date,
  input: { email: string; password: string },
  { address }: RequestOrigin,
  wrong: string,
): Promise<Proof> {
  const { signIn } = tools.networkLimits
  signIn.check(address, now)
  // Count before the first `await`. Otherwise requests that arrive together would all pass the check.
  signIn.count(address, now)
  const proof = await checkPassword(tools, now, input, address).catch((error: unknown) => {
    if (!(error instanceof Refused && error.refusal.code === 'rate_limited')) signIn.giveBack(address, now)
    throw error
  })
  if (!proof) return refuse('invalid_credentials', wrong)
  signIn.giveBack(address, now)
  return proof
}

/** Returns undefined for a wrong password. The account's counter then keeps the attempt. */
async function checkPassword(
  { db, seal }: SignInTools,
  now: Date,
  { email, password }: { email: string; password: string },
  address: string,
): Promise<Proof | undefined> {
  const member = await findMemberByEmail(db, email)
  const guess = { kind: 'sign-in', email, memberId: member?.id, address } as const
  const attempt = await beginAttempt({ db, seal }, now, guess)
  const isRight = await checkCounted(db, attempt, () => isPassword(member?.password, password))
  return isRight && member ? { member, attempt, hash: member.password } : undefined
}

/**
 * Settles the attempt in the transaction that opens the session. Throws invalid_credentials if the password has changed
 * since the check.
 */
export async function settleProof(tx: Transaction, now: Date, { member, attempt, hash }: Proof): Promise<void> {
  if ((await findPassword(tx, member.id, true)) !== hash)
    refuse('invalid_credentials', 'The password was changed a moment ago; sign in with the new one.')
  await settleAttempt(tx, now, attempt)
}

/** Ends the session of this token, if there is one. The audit line names the member of the session. */
export async function logOut(db: Database, now: Date, token: string, client: RequestOrigin): Promise<void> {
  await transaction(db, async (tx) => {
    const member = await closeSession(tx, now, token)
    if (member) await writeAuditLine(tx, now, { ...ofAccount(member, client), action: 'signOut', says: 'Sign out' })
  })
}

/** Returns the fields of an audit line for a member's action on the member's own account. */
function ofAccount(member: { id: number; name: string; email: string }, { address }: RequestOrigin) {
  return {
    workspaceId: null,
    actor: auditActor({ ...member, kind: 'member' }),
    address,
    object: { kind: 'member', id: String(member.id), name: member.name },
  }
}

export async function rename(c: Connection, id: number, name: string) {
  await setMemberName(c, id, name)
  return accountOf(c, id)
}

export async function accountOf(c: Connection, id: number) {
  const member = (await findMember(c, id)) ?? refuse('not_found', `No member ${id}.`)
  return { ...member, created_at: member.created_at.toISOString() }
}

export async function accountsOf(c: Connection, filter: { q?: string; before: number; limit: number }) {
  return (await listAccounts(c, filter)).map(({ created_at, last_seen_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at?.toISOString() ?? null,
  }))
}

/** Grants or revokes operator rights. Revoking ends the member's sessions. Throws conflict for the last operator. */
export async function changeOperator(db: Database, actor: Actor, id: number, operator: boolean) {
  return transaction(db, async (tx) => {
    const operators = await lockOperators(tx)
    await accountOf(tx, id)
    if (!operator) refuseLastOperator(operators, id)
    await setOperator(tx, id, operator)
    if (!operator && operators.includes(id)) await endSessionsAfterLoss(tx, actor, id)
    return accountOf(tx, id)
  })
}

/** Removes an account with its sessions and memberships. Throws conflict for the last operator or a last owner. */
export async function removeAccount(db: Database, id: number): Promise<void> {
  await transaction(db, async (tx) => {
    const operators = await lockOperators(tx)
    await accountOf(tx, id)
    refuseLastOperator(operators, id)
    const orphaned = await lockSoleOwnership(tx, id)
    if (orphaned.length > 0)
      refuse('conflict', `This member is the last owner of ${orphaned.join(', ')}; make another member an owner first.`)
    await deleteMember(tx, id)
  })
}

function refuseLastOperator(operators: number[], id: number): void {
  if (operators.length === 1 && operators[0] === id)
    refuse('conflict', 'This is the last operator of the installation; make another member an operator first.')
}
