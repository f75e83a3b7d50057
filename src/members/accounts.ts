// Accounts. Members sign in, sign out and change their names. Operators manage all accounts.
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

/** The dependencies of the functions for sign-in. */
export interface SignInTools {
  db: Database
  seal: Seal
  networkLimits: NetworkLimits
}

/**
 * The result of a successful password check: the account, the counted attempt, and the hash against which the password
 * was checked.
 */
export interface Proof {
  member: MemberRow
  attempt: PasswordAttempt
  hash: string
}

/**
 * Signs in and returns the token of a new session. Ends the previous session of the browser. Throws rate_limited or
 * invalid_credentials. An unknown address causes the same work and the same error as a wrong password.
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

/**
 * Checks the password of an account. Throws rate_limited if too many earlier attempts failed. Throws
 * invalid_credentials if the account is unknown or the password is wrong. The parameter `wrong` is the message of this
 * error.
 */
export async function provePassword(
  tools: SignInTools,
  now: Date,
  input: { email: string; password: string },
  { address }: RequestOrigin,
  wrong: string,
): Promise<Proof> {
  const { signIn } = tools.networkLimits
  signIn.check(address, now)
  // Count the attempt before the first `await`. Otherwise all requests that arrive together would pass the check.
  signIn.count(address, now)
  const proof = await checkPassword(tools, now, input, address).catch((error: unknown) => {
    if (!(error instanceof Refused && error.refusal.code === 'rate_limited')) signIn.giveBack(address, now)
    throw error
  })
  if (!proof) return refuse('invalid_credentials', wrong)
  signIn.giveBack(address, now)
  return proof
}

/** Returns undefined for a wrong password. The attempt then stays in the counter of the account. */
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
 * Settles the attempt in the transaction that opens the session. Throws invalid_credentials if the password was changed
 * after the check.
 */
export async function settleProof(tx: Transaction, now: Date, { member, attempt, hash }: Proof): Promise<void> {
  if ((await findPassword(tx, member.id, true)) !== hash)
    refuse('invalid_credentials', 'The password was changed a moment ago; sign in with the new one.')
  await settleAttempt(tx, now, attempt)
}

/** Ends the session of this token, if it exists. The line in the audit log names the member who signed out. */
export async function logOut(db: Database, now: Date, token: string, client: RequestOrigin): Promise<void> {
  await transaction(db, async (tx) => {
    const member = await closeSession(tx, now, token)
    if (member) await writeAuditLine(tx, now, { ...ofAccount(member, client), action: 'signOut', says: 'Sign out' })
  })
}

/** Returns the common fields of the audit lines in which a member acts on the member's own account. */
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

/**
 * Grants or revokes operator rights. After a revocation, the member's sessions end. Throws conflict if the member is
 * the last operator.
 */
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

/**
 * Removes an account with its sessions and memberships. Throws conflict if the member is the last operator, or the last
 * owner of a workspace.
 */
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
