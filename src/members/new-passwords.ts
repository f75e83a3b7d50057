// Changes passwords. A member changes the password while signed in, or with a link. The member gets this link by email
// or from an operator.
import { randomBytes } from 'node:crypto'
import { Refused, refuse, refuseInvalid } from '../errors.ts'
import { later } from '../lib/clock.ts'
import { hashSecret, type Seal } from '../lib/seal.ts'
import { validity } from '../limits.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import { dropLinks, insertLink, isLinkValid, takeLink } from '../store/members/invitations.ts'
import { findMember, findPassword, setPassword } from '../store/members/members.ts'
import { deleteSessionsOf } from '../store/members/sessions.ts'
import { accountOf, type SignInTools } from './accounts.ts'
import { beginAttempt, checkCounted, resetAttemptCounters, settleAttempt } from './attempts.ts'
import { writeAuditLine } from './audit.ts'
import { hashPassword, isPassword, refuseWeakPassword } from './passwords.ts'
import { type Actor, openSession, type RequestOrigin } from './sessions.ts'

type MemberActor = Actor & { kind: 'member' }

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
  const guess = { kind: 'change-password', email: actor.email, memberId: actor.id, address: client.address } as const
  const attempt = await beginAttempt({ db, seal }, now, guess)
  let known: string | undefined
  const isRight = await checkCounted(db, attempt, async () => {
    known = await findPassword(db, actor.id)
    return isPassword(known, current)
  })
  if (!isRight) refuseWrong()
  await transaction(db, (tx) => settleAttempt(tx, now, attempt))
  refuseWeakPassword('new_password', next, actor.email, actor.name)
  const hash = await hashPassword(next)
  return transaction(db, async (tx) => {
    if ((await findPassword(tx, actor.id, true)) !== known) refuseWrong()
    return setPasswordAndSignIn(tx, now, actor.id, hash, client)
  })
}

function refuseWrong(): never {
  return refuseInvalid({ current_password: ['is not your password'] })
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
 * invalid.
 */
export async function resetPassword(
  { db, seal, networkLimits }: SignInTools,
  now: Date,
  { token, password }: { token: string; password: string },
  client: RequestOrigin,
): Promise<string> {
  const link = hashSecret(token)
  networkLimits.links.check(client.address, now)
  if (!(await isLinkValid(db, now, 'password', link))) {
    networkLimits.links.count(client.address, now)
    refuse('forbidden', STALE)
  }
  refuseWeakPassword('password', password, '')
  const hash = await hashPassword(password)
  return transaction(db, async (tx) => {
    const taken = await takeLink(tx, now, 'password', link)
    const member = taken && taken.member_id !== null ? await findMember(tx, taken.member_id) : undefined
    if (!member) throw new Refused({ code: 'forbidden', message: STALE })
    refuseWeakPassword('password', password, member.email, member.name)
    await writeAuditLine(tx, now, {
      workspaceId: null,
      actor: { kind: 'link', id: member.id, name: `${member.name} <${member.email}>` },
      address: client.address,
      action: 'resetPassword',
      says: 'Choose a new password',
      object: { kind: 'member', id: String(member.id), name: member.name },
    })
    await resetAttemptCounters(tx, seal, now, { memberId: member.id, address: client.address })
    return setPasswordAndSignIn(tx, now, member.id, hash, client)
  })
}

async function setPasswordAndSignIn(
  tx: Transaction,
  now: Date,
  memberId: number,
  hash: string,
  client: RequestOrigin,
): Promise<string> {
  await setPassword(tx, memberId, hash)
  await dropLinks(tx, 'password', memberId)
  await deleteSessionsOf(tx, memberId)
  return openSession(tx, now, memberId, client)
}
