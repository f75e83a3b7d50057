// Invitations: a link for one address and one workspace, shown once to the inviter and mailed where mail is set up.
import { randomBytes } from 'node:crypto'
import { refuse, refuseInvalid } from '../errors.ts'
import { later } from '../lib/clock.ts'
import { hashSecret, type Seal } from '../lib/seal.ts'
import { DAY } from '../limits.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import {
  deleteInvitation,
  findInvitation,
  type InvitationRow,
  listInvitations,
  putInvitation,
  takeInvitation,
} from '../store/invitations.ts'
import { findMemberByEmail, insertMember } from '../store/members.ts'
import { findMembership, insertMembership, type Role } from '../store/memberships.ts'
import { requireWorkspace } from '../workspace/workspaces.ts'
import { countAttempt, forgiveAttempts } from './attempts.ts'
import { writeAuditLine } from './audit.ts'
import { invitationLetter, keepLetter } from './letters.ts'
import { hashPassword, isPassword, refuseWeakPassword } from './passwords.ts'
import { type Actor, type Client, closeSession, openSession } from './sessions.ts'

const STANDS = 7 * DAY
const STALE =
  'This invitation does not stand: it was accepted, revoked, replaced by a newer one, or is older than 7 days. Ask whoever invited you for another.'

export interface InvitingTools {
  db: Database
  seal: Seal
  publicUrl: string
  /** Whether the operator's mail server is set. */
  mails: boolean
}

/** The link is in the answer, once; it is mailed too where there is a mail server. Throws conflict for a member. */
export async function invite(
  { db, seal, publicUrl, mails }: InvitingTools,
  now: Date,
  workspaceId: number,
  actor: Actor,
  { email, role }: { email: string; role: Role },
) {
  const token = randomBytes(32).toString('base64url')
  const link = `${publicUrl}/invitation?token=${token}`
  const invitedBy = actor.kind === 'member' ? actor.name : 'The operator'
  return transaction(db, async (tx) => {
    const workspace = await requireWorkspace(tx, workspaceId)
    const member = await findMemberByEmail(tx, email)
    if (member && (await findMembership(tx, workspaceId, member.id)))
      refuse('conflict', `${email} is a member of this workspace already.`)
    const row = await putInvitation(tx, now, {
      workspaceId,
      email,
      role,
      hash: hashSecret(token),
      invitedBy,
      expiresAt: later(now, STANDS),
    })
    if (mails) await keepLetter(tx, now, email, invitationLetter(seal, { link, workspace: workspace.name, invitedBy }))
    return { ...invitationBody(row, now), link, mailed: mails }
  })
}

export async function invitationsOf(c: Connection, now: Date, workspaceId: number, before: number, limit: number) {
  return (await listInvitations(c, workspaceId, before, limit)).map((row) => invitationBody(row, now))
}

export async function revokeInvitation(c: Connection, workspaceId: number, id: number): Promise<void> {
  if (!(await deleteInvitation(c, workspaceId, id))) refuse('not_found', `No invitation ${id} in this workspace.`)
}

/** What the holder of the link is invited to. Throws forbidden for one that does not stand. */
export async function readInvitation(db: Database, now: Date, token: string, address: string) {
  await countAttempt(db, now, 'link', { address })
  const found = await findInvitation(db, now, hashSecret(token))
  if (!found) refuse('forbidden', STALE)
  return {
    workspace: { id: found.workspace_id, name: found.workspace_name },
    email: found.email,
    role: found.role,
    invited_by: found.invited_by,
    expires_at: found.expires_at.toISOString(),
    has_account: (await findMemberByEmail(db, found.email)) !== undefined,
  }
}

/**
 * Joins the workspace: as whoever is signed in, if the invitation is theirs; with the account's password; or with a new
 * account for the invited address. Answers the token of a new session, or undefined where the one there is goes on.
 */
export async function acceptInvitation(
  db: Database,
  now: Date,
  given: { token: string; name?: string; password?: string },
  signedIn: (Actor & { kind: 'member' }) | undefined,
  client: Client,
  before: string | undefined,
): Promise<string | undefined> {
  await countAttempt(db, now, 'link', { address: client.address })
  const hash = hashSecret(given.token)
  const invitation = await findInvitation(db, now, hash)
  if (!invitation) refuse('forbidden', STALE)
  const { email } = invitation
  if (signedIn && signedIn.email.toLowerCase() !== email.toLowerCase())
    refuse('forbidden', `This invitation is for ${email}, and you are signed in as ${signedIn.email}. Sign out first.`)
  const account = signedIn ?? (await findMemberByEmail(db, email))
  const newcomer = account ? undefined : await newAccount(email, given)
  if (account && !signedIn) await provePassword(db, now, email, given.password, client)
  return transaction(db, async (tx) => {
    const taken = await takeInvitation(tx, now, hash)
    if (!taken) refuse('forbidden', STALE)
    const made = newcomer && (await insertMember(tx, now, { ...newcomer, email, operator: false }))
    if (newcomer && !made) refuse('conflict', `${email} has an account by now; sign in and open the link again.`)
    const member = made ?? account!
    await insertMembership(tx, now, { workspaceId: taken.workspace_id, memberId: member.id, role: taken.role })
    await writeAuditLine(tx, now, {
      workspaceId: taken.workspace_id,
      actor: { kind: 'link', id: member.id, name: `${member.name} <${email}>` },
      address: client.address,
      action: 'acceptInvitation',
      says: 'Accept an invitation',
      object: { kind: 'member', id: String(member.id), name: member.name },
      change: { role: taken.role, invited_by: taken.invited_by },
    })
    if (signedIn) return undefined
    if (before !== undefined) await closeSession(tx, before)
    return openSession(tx, now, member.id, client)
  })
}

async function newAccount(email: string, { name, password }: { name?: string; password?: string }) {
  if (name === undefined) refuseInvalid({ name: ['is required: this address has no account yet'] })
  if (password === undefined) refuseInvalid({ password: ['is required: this address has no account yet'] })
  refuseWeakPassword('password', password, email)
  return { name, password: await hashPassword(password) }
}

async function provePassword(
  db: Database,
  now: Date,
  email: string,
  password: string | undefined,
  client: Client,
): Promise<void> {
  if (password === undefined) refuseInvalid({ password: [`is required: ${email} has an account; sign in with it`] })
  const attempt = { account: email, address: client.address }
  await countAttempt(db, now, 'log-in', attempt)
  const member = await findMemberByEmail(db, email)
  if (!(await isPassword(member?.password, password)))
    refuse('invalid_credentials', `This is not the password of ${email}.`)
  await forgiveAttempts(db, 'log-in', attempt)
}

function invitationBody({ id, email, role, invited_by, created_at, expires_at }: InvitationRow, now: Date) {
  return {
    id,
    email,
    role,
    invited_by,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    state: expires_at > now ? 'open' : 'expired',
  }
}
