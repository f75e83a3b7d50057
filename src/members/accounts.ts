// Accounts. Members sign in, sign out and change their names. Operators manage all accounts.
import { Refused, refuse } from '../errors.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import {
  type AccountListFilter,
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
import { beginAttempt, checkCounted, giveBackAttempt, type PasswordAttempt, settleAttempt } from './attempts.ts'
import { auditActor, writeAuditLine } from './audit.ts'
import { isPassword } from './passwords.ts'
import { proveSecondFactor, type SecondFactorProof, settleSecondFactor } from './second-factor/proof.ts'
import {
  type Actor,
  closeSession,
  endAllSessions,
  endSessionsAfterLoss,
  openSession,
  type RequestOrigin,
} from './sessions.ts'
import type { SignInTools } from './sign-in-tools.ts'

/**
 * The result of a successful sign-in check: the account, the counted attempt, the hash against which the password was
 * checked, and the code of the second factor. The code is undefined if the account has no second factor.
 */
export interface Proof {
  member: MemberRow
  attempt: PasswordAttempt
  hash: string
  code: SecondFactorProof | undefined
}

export interface Credentials {
  email: string
  password: string
  /** The code of the second factor. */
  code?: string | undefined
}

/**
 * Signs in and returns the token of a new session. Ends the previous session of the browser. Throws rate_limited,
 * invalid_credentials or second_factor_required. An unknown address causes the same work and the same error as a wrong
 * password.
 */
export async function logIn(
  tools: SignInTools,
  now: Date,
  input: Credentials,
  client: RequestOrigin,
  before: string | undefined,
): Promise<string> {
  const proof = await provePassword(tools, now, input, client, 'The email address or the password is wrong.')
  return transaction(tools.db, async (tx) => {
    const { secondFactor, change } = await settleProof(tx, now, proof)
    if (before !== undefined) await closeSession(tx, now, before)
    await writeAuditLine(tx, now, {
      ...ofAccount(proof.member, client),
      action: 'signIn',
      says: 'Sign in',
      change,
    })
    return openSession(tx, now, proof.member.id, client, { secondFactor })
  })
}

/**
 * Checks the password of an account, and then the code of its second factor. Throws rate_limited if too many earlier
 * attempts failed. Throws invalid_credentials if the account is unknown, or the password or the code is wrong. The
 * parameter `wrong` is the message for a wrong password. Throws second_factor_required if the code is missing.
 */
export async function provePassword(
  tools: SignInTools,
  now: Date,
  input: Credentials,
  client: RequestOrigin,
  wrong: string,
): Promise<Proof> {
  const { address } = client
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
  const code = await permitPassword(tools, now, proof.member, input.code, client).catch(async (error: unknown) => {
    // The password was right, so this attempt is not a wrong guess of the password.
    await giveBackAttempt(tools.db, proof.attempt)
    throw error
  })
  return { ...proof, code }
}

/** Throws forbidden if the member may not sign in with a password. Then checks the code of the second factor. */
async function permitPassword(
  tools: SignInTools,
  now: Date,
  member: MemberRow,
  code: string | undefined,
  client: RequestOrigin,
): Promise<SecondFactorProof | undefined> {
  refusePasswordSignIn(tools.config, member)
  return proveSecondFactor(tools, now, member, code, client)
}

/** Throws forbidden if only operators sign in with a password, and the account is not an operator. */
export function refusePasswordSignIn({ oidc, passwordSignIn }: SignInTools['config'], member?: MemberRow): void {
  if (passwordSignIn === 'everyone' || member?.operator) return
  refuse(
    'forbidden',
    `Sign in with ${oidc?.name ?? 'the provider'}. In this installation, only operators sign in with a password.`,
  )
}

/** Returns undefined for a wrong password. The attempt then stays in the counter of the account. */
async function checkPassword(
  { db, seal }: SignInTools,
  now: Date,
  { email, password }: Credentials,
  address: string,
): Promise<Omit<Proof, 'code'> | undefined> {
  const member = await findMemberByEmail(db, email)
  const guess = { kind: 'sign-in', email, memberId: member?.id, address } as const
  const attempt = await beginAttempt({ db, seal }, now, guess)
  const isRight = await checkCounted(db, attempt, () => isPassword(member?.password, password))
  return isRight && member ? { member, attempt, hash: member.password } : undefined
}

/**
 * Settles the attempt in the transaction that opens the session. Throws invalid_credentials if the password was changed
 * after the check, or if the code was used meanwhile. Returns the data for the session and for the audit log.
 */
export async function settleProof(tx: Transaction, now: Date, { member, attempt, hash, code }: Proof) {
  if ((await findPassword(tx, member.id, true)) !== hash)
    refuse('invalid_credentials', 'The password was changed a moment ago; sign in with the new one.')
  await settleAttempt(tx, now, attempt)
  return settleSecondFactor(tx, now, member.id, code)
}

/** Ends the session of this token, if it exists. The line in the audit log names the member who signed out. */
export async function logOut(db: Database, now: Date, token: string, client: RequestOrigin): Promise<void> {
  await transaction(db, async (tx) => {
    const member = await closeSession(tx, now, token)
    if (member) await writeAuditLine(tx, now, { ...ofAccount(member, client), action: 'signOut', says: 'Sign out' })
  })
}

/** Returns the common fields of audit lines about an action of a member on the member's own account. */
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

export async function accountsOf(c: Connection, filter: AccountListFilter) {
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

/** Ends all sessions of an account. */
export async function signOutMember(db: Database, id: number): Promise<void> {
  await accountOf(db, id)
  await endAllSessions(db, id)
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
