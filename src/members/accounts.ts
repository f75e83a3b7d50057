// Accounts: signing in, changing one's name and password, a forgotten password, and what operators do for others.
import { randomBytes } from 'node:crypto'
import { Refused, refuse, refuseInvalid } from '../errors.ts'
import { later } from '../lib/clock.ts'
import { hashSecret, type Seal } from '../lib/seal.ts'
import { HOUR } from '../limits.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import { dropLinks, insertLink, linkStands, takeLink } from '../store/invitations.ts'
import { insertPasswordLetter } from '../store/letters.ts'
import {
  deleteMember,
  findMember,
  findMemberByEmail,
  findPassword,
  listAccounts,
  lockOperators,
  setMemberName,
  setOperator,
  setPassword,
} from '../store/members.ts'
import { lockSoleOwnership } from '../store/memberships.ts'
import { deleteSessionsOf } from '../store/sessions.ts'
import { countAttempt, forgiveAttempts } from './attempts.ts'
import { writeAuditLine } from './audit.ts'
import { passwordLetter } from './letters.ts'
import { hashPassword, isPassword, refuseWeakPassword } from './passwords.ts'
import { type Actor, type Client, closeSession, openSession } from './sessions.ts'

type Member = Actor & { kind: 'member' }

const LINK_STANDS = HOUR
const STALE =
  'This link does not stand: it was used, it is older than an hour, or it is not whole. Ask for another one.'

/**
 * Answers the token of a new session; the one the browser had ends. Throws invalid_credentials, the same for an unknown
 * address after the same work, and rate_limited.
 */
export async function logIn(
  db: Database,
  now: Date,
  { email, password }: { email: string; password: string },
  client: Client,
  before: string | undefined,
): Promise<string> {
  const attempt = { account: email, address: client.address }
  await countAttempt(db, now, 'log-in', attempt)
  const member = await findMemberByEmail(db, email)
  if (!(await isPassword(member?.password, password)) || !member)
    refuse('invalid_credentials', 'The e-mail address or the password is wrong.')
  await forgiveAttempts(db, 'log-in', attempt)
  if (before !== undefined) await closeSession(db, before)
  return openSession(db, now, member.id, client)
}

async function accountOf(c: Connection, id: number) {
  const member = (await findMember(c, id)) ?? refuse('not_found', `No member ${id}.`)
  return { ...member, created_at: member.created_at.toISOString() }
}

export async function rename(c: Connection, id: number, name: string) {
  await setMemberName(c, id, name)
  return accountOf(c, id)
}

/** Ends every session and answers the token of a new one. */
export async function changePassword(
  db: Database,
  now: Date,
  actor: Member,
  { current, wanted }: { current: string; wanted: string },
  client: Client,
): Promise<string> {
  const attempt = { account: actor.email, address: client.address }
  await countAttempt(db, now, 'log-in', attempt)
  if (!(await isPassword(await findPassword(db, actor.id), current)))
    refuseInvalid({ current_password: ['is not your password'] })
  await forgiveAttempts(db, 'log-in', attempt)
  refuseWeakPassword('new_password', wanted, actor.email)
  const hash = await hashPassword(wanted)
  return transaction(db, (tx) => setPasswordAndSignIn(tx, now, actor.id, hash, client))
}

/** Mails a link, if somebody has the address; nobody can tell from the answer, or from how long it takes. */
export async function sendPasswordLink(
  db: Database,
  now: Date,
  seal: Seal,
  publicUrl: string,
  { email, address }: { email: string; address: string },
): Promise<void> {
  await countAttempt(db, now, 'forgotten', { account: email, address })
  const { token, hash, expiresAt } = newLink(now)
  const letter = passwordLetter(seal, passwordUrl(publicUrl, token))
  await insertPasswordLetter(db, now, { email, hash, expiresAt, ...letter })
}

/** For a member who forgot the password where nothing is mailed: an operator hands over the link. */
export async function passwordLinkFor(db: Database, now: Date, publicUrl: string, memberId: number) {
  const { token, hash, expiresAt } = newLink(now)
  await transaction(db, async (tx) => {
    await accountOf(tx, memberId)
    await insertLink(tx, now, { hash, kind: 'password', memberId, expiresAt })
  })
  return { link: passwordUrl(publicUrl, token), expires_at: expiresAt.toISOString() }
}

/** Sets the password, ends every session and answers the token of a new one. Throws forbidden for a link that does not stand. */
export async function resetPassword(
  db: Database,
  now: Date,
  { token, password }: { token: string; password: string },
  client: Client,
): Promise<string> {
  const link = hashSecret(token)
  await countAttempt(db, now, 'link', { address: client.address })
  if (!(await linkStands(db, now, 'password', link))) refuse('forbidden', STALE)
  refuseWeakPassword('password', password, '')
  const hash = await hashPassword(password)
  const { email, session } = await transaction(db, async (tx) => {
    const taken = await takeLink(tx, now, 'password', link)
    const member = taken && (await findMember(tx, taken.member_id!))
    if (!member) throw new Refused({ code: 'forbidden', message: STALE })
    await writeAuditLine(tx, now, {
      workspaceId: null,
      actor: { kind: 'link', id: member.id, name: `${member.name} <${member.email}>` },
      address: client.address,
      action: 'resetPassword',
      says: 'Choose a new password',
      object: { kind: 'member', id: String(member.id), name: member.name },
    })
    return { email: member.email, session: await setPasswordAndSignIn(tx, now, member.id, hash, client) }
  })
  await forgiveAttempts(db, 'log-in', { account: email, address: client.address })
  return session
}

async function setPasswordAndSignIn(
  tx: Connection,
  now: Date,
  memberId: number,
  hash: string,
  client: Client,
): Promise<string> {
  await setPassword(tx, memberId, hash)
  await dropLinks(tx, 'password', memberId)
  await deleteSessionsOf(tx, memberId)
  return openSession(tx, now, memberId, client)
}

function newLink(now: Date): { token: string; hash: Buffer; expiresAt: Date } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashSecret(token), expiresAt: later(now, LINK_STANDS) }
}

function passwordUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/reset-password?token=${token}`
}

export async function accountsOf(c: Connection, filter: { q?: string; before: number; limit: number }) {
  return (await listAccounts(c, filter)).map(({ created_at, last_seen_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at?.toISOString() ?? null,
  }))
}

/** Throws conflict when nobody would be left to run the installation. */
export async function changeOperator(db: Database, id: number, operator: boolean) {
  return transaction(db, async (tx) => {
    const operators = await lockOperators(tx)
    await accountOf(tx, id)
    if (!operator) refuseLastOperator(operators, id)
    await setOperator(tx, id, operator)
    return accountOf(tx, id)
  })
}

/** Removes an account with its sessions and memberships. Throws conflict for the last operator and a workspace's last owner. */
export async function removeAccount(db: Database, id: number): Promise<void> {
  await transaction(db, async (tx) => {
    const operators = await lockOperators(tx)
    await accountOf(tx, id)
    refuseLastOperator(operators, id)
    const orphaned = await lockSoleOwnership(tx, id)
    if (orphaned.length > 0)
      refuse('conflict', `Nobody else owns ${orphaned.join(', ')}; make another member an owner first.`)
    await deleteMember(tx, id)
  })
}

function refuseLastOperator(operators: number[], id: number): void {
  if (operators.length === 1 && operators[0] === id)
    refuse('conflict', 'This is the last operator of the installation; make another member one first.')
}
