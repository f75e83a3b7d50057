// Changes passwords. A member changes the password while signed in, or with a link. The member gets this link by email
// or from an operator.
import { randomBytes } from 'node:crypto'
import { Refused, refuse, refuseInvalid } from '../errors.ts'
import { later } from '../lib/clock.ts'
import { hashSecret, type Seal } from '../lib/seal.ts'
import { validity } from '../limits.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import { dropLinks, findLinkMember, insertLink, takeLink } from '../store/members/invitations.ts'
import { findMember, findPassword, setPassword } from '../store/members/members.ts'
import { deleteSessionsOf } from '../store/members/sessions.ts'
import { accountOf, refusePasswordSignIn } from './accounts.ts'
import { beginAttempt, checkCounted, resetAttemptCounters, settleAttempt } from './attempts.ts'
import { writeAuditLine } from './audit.ts'
import { hashPassword, isPassword, refuseWeakPassword } from './passwords.ts'
import { proveSecondFactor, settleSecondFactor } from './second-factor/proof.ts'
import { type MemberActor, openSession, type RequestOrigin } from './sessions.ts'
import type { SignInTools } from './sign-in-tools.ts'

const STALE = 'This link is not valid: it was used, is older than an hour, or is incomplete. Request another link.'

/**
 * Changes the password, ends all sessions and returns the token of a new session. Wrong passwords here have a separate
 * counter, so that failed sign-ins do not prevent a signed-in member from changing the password. Throws rate_limited or
 * validation_failed.
 */
export async function changePassword(
  { db, seal }: { db: Database; seal: Seal },
  now: Date,
  actor: MemberActor,
  { current, next }: { current: string; next: string },
  client: RequestOrigin,
): Promise<string> {
  const own = { field: 'current_password', password: current }
  const known = await proveOwnPassword({ db, seal }, now, actor, own, client)
  refuseWeakPassword('new_password', next, actor.email, actor.name)
  const hash = await hashPassword(next)
  return transaction(db, async (tx) => {
    if ((await findPassword(tx, actor.id, true)) !== known) refuseWrong(own.field)
    // A member with a second factor entered a code to open the session of this request.
    return setPasswordAndSignIn(tx, now, actor.id, hash, client, { secondFactor: true })
  })
}

/**
 * Checks the password of a signed-in member again. Returns its hash. Throws rate_limited or validation_failed. `field`
 * is the name of the field in the request.
 */
export async function proveOwnPassword(
  { db, seal }: { db: Database; seal: Seal },
  now: Date,
  actor: MemberActor,
  { field, password }: { field: string; password: string },
  client: RequestOrigin,
): Promise<string | undefined> {
  const guess = { kind: 'change-password', email: actor.email, memberId: actor.id, address: client.address } as const
  const attempt = await beginAttempt({ db, seal }, now, guess)
  let known: string | undefined
  const isRight = await checkCounted(db, attempt, async () => {
    known = await findPassword(db, actor.id)
    return isPassword(known, password)
  })
  if (!isRight) refuseWrong(field)
  await transaction(db, (tx) => settleAttempt(tx, now, attempt))
  return known
}

function refuseWrong(field: string): never {
  return refuseInvalid({ [field]: ['is not your password'] })
}

/** Creates a link for a new password, in the caller's transaction. */
export async function createPasswordLink(c: Connection, now: Date, publicUrl: string, memberId: number) {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = later(now, validity.passwordLink)
  await insertLink(c, now, { hash: hashSecret(token), kind: 'password', memberId, expiresAt })
  return { link: `${publicUrl}/reset-password?token=${token}`, expiresAt }
}

/** Returns a link for a new password. An operator gives it to the member if the installation has no mail server. */
export async function passwordLinkFor(db: Database, now: Date, publicUrl: string, memberId: number) {
  return transaction(db, async (tx) => {
    await accountOf(tx, memberId)
    const { link, expiresAt } = await createPasswordLink(tx, now, publicUrl, memberId)
    return { link, expires_at: expiresAt.toISOString() }
  })
}

/**
 * Sets a new password, ends all sessions and returns the token of a new session. Throws forbidden if the link is
 * invalid. A member with a second factor also sends a code, because the link alone must not sign the member in. Without
 * the code, throws second_factor_required, and the link stays valid.
 */
export async function resetPassword(
  tools: SignInTools,
  now: Date,
  { token, password, code }: { token: string; password: string; code?: string },
  client: RequestOrigin,
): Promise<string> {
  const { db, seal, networkLimits } = tools
  const link = hashSecret(token)
  networkLimits.links.check(client.address, now)
  const memberId = await findLinkMember(db, now, 'password', link)
  const owner = memberId === null ? undefined : await findMember(db, memberId)
  if (!owner) {
    networkLimits.links.count(client.address, now)
    return refuse('forbidden', STALE)
  }
  refusePasswordSignIn(tools.config, owner)
  refuseWeakPassword('password', password, owner.email, owner.name)
  const factor = await proveSecondFactor(tools, now, owner, code, client)
  const hash = await hashPassword(password)
  return transaction(db, async (tx) => {
    const taken = await takeLink(tx, now, 'password', link)
    const member = taken && taken.member_id !== null ? await findMember(tx, taken.member_id) : undefined
    if (!member) throw new Refused({ code: 'forbidden', message: STALE })
    await findPassword(tx, member.id, true)
    const { secondFactor, change } = await settleSecondFactor(tx, now, member.id, factor)
    await writeAuditLine(tx, now, {
      workspaceId: null,
      actor: { kind: 'link', id: member.id, name: `${member.name} <${member.email}>` },
      address: client.address,
      action: 'resetPassword',
      says: 'Choose a new password',
      object: { kind: 'member', id: String(member.id), name: member.name },
      change,
    })
    await resetAttemptCounters(tx, seal, now, { memberId: member.id, address: client.address })
    return setPasswordAndSignIn(tx, now, member.id, hash, client, { secondFactor })
  })
}

async function setPasswordAndSignIn(
  tx: Transaction,
  now: Date,
  memberId: number,
  hash: string,
  client: RequestOrigin,
  how: { secondFactor: boolean },
): Promise<string> {
  await setPassword(tx, memberId, hash)
  await dropLinks(tx, 'password', memberId)
  await deleteSessionsOf(tx, memberId)
  return openSession(tx, now, memberId, client, how)
}
