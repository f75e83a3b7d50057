// Invitations to a workspace. An invitation is a link for one email address. The link is sent by email, or shown once
// to the inviter.
import { randomBytes } from 'node:crypto'
import { refuse, refuseInvalid } from '../errors.ts'
import { later } from '../lib/clock.ts'
import { hashSecret, type Seal } from '../lib/seal.ts'
import { emailKey } from '../lib/text/email-address.ts'
import { validity } from '../limits.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import {
  deleteInvitation,
  findInvitation,
  type InvitationRow,
  listInvitations,
  putInvitation,
  takeInvitation,
} from '../store/members/invitations.ts'
import { withdrawLetters } from '../store/members/letters.ts'
import { findMemberByEmail, insertMember } from '../store/members/members.ts'
import { findMembership, insertMembership, type Role } from '../store/members/memberships.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { provePassword, refusePasswordSignIn, settleProof } from './accounts.ts'
import { rememberFirstNetwork } from './attempts.ts'
import { writeAuditLine } from './audit.ts'
import { countInvitation } from './invitation-limits.ts'
import { invitationLetter, storeLetter } from './letters.ts'
import { hashPassword, refuseWeakPassword } from './passwords.ts'
import { type Actor, closeSession, openSession, type RequestOrigin } from './sessions.ts'
import type { SignInTools } from './sign-in-tools.ts'

const STALE =
  'This invitation is not valid: it was accepted, revoked or replaced by a newer one, or is older than 7 days. Ask the person who invited you for a new invitation.'

export interface InvitingTools {
  db: Database
  seal: Seal
  publicUrl: string
  /** Whether the operator has configured a mail server. */
  mails: boolean
}

/**
 * Creates an invitation. With a mail server, sends the link by email. The use of the link then proves that the person
 * reads mail at this address. Without a mail server, returns the link, which is not shown again. Throws rate_limited if
 * the workspace, the inviter or the address has reached the daily limit. Throws conflict if a member of the workspace
 * has this address.
 */
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
      refuse('conflict', `${email} is already a member of this workspace.`)
    await countInvitation(tx, seal, now, { workspaceId, actor, email })
    const row = await putInvitation(tx, now, {
      workspaceId,
      email,
      role,
      hash: hashSecret(token),
      invitedBy,
      expiresAt: later(now, validity.invitation),
      mail: mails ? 'waiting' : null,
    })
    await withdrawLetters(tx, row.id)
    if (!mails) return { ...invitationBody(row, now), link, mailed: false }
    const letter = invitationLetter({ link, workspace: workspace.name, invitedBy })
    await storeLetter(tx, now, seal, { recipient: email, invitationId: row.id }, letter)
    return { ...invitationBody(row, now), link: null, mailed: true }
  })
}

export async function invitationsOf(c: Connection, now: Date, workspaceId: number, before: number, limit: number) {
  return (await listInvitations(c, workspaceId, before, limit)).map((row) => invitationBody(row, now))
}

export async function revokeInvitation(c: Connection, workspaceId: number, id: number): Promise<void> {
  if (!(await deleteInvitation(c, workspaceId, id))) refuse('not_found', `No invitation ${id} in this workspace.`)
}

/**
 * Returns the invitation that belongs to a link. Throws forbidden if the link is invalid. Throws rate_limited if this
 * network has used too many invalid links.
 */
export async function readInvitation(tools: SignInTools, now: Date, token: string, address: string) {
  const found = await requireInvitation(tools, now, token, address)
  return {
    workspace: { id: found.workspace_id, name: found.workspace_name },
    email: found.email,
    role: found.role,
    invited_by: found.invited_by,
    expires_at: found.expires_at.toISOString(),
    has_account: (await findMemberByEmail(tools.db, found.email)) !== undefined,
  }
}

async function requireInvitation({ db, networkLimits }: SignInTools, now: Date, token: string, address: string) {
  networkLimits.links.check(address, now)
  const found = await findInvitation(db, now, hashSecret(token))
  if (found) return found
  networkLimits.links.count(address, now)
  return refuse('forbidden', STALE)
}

/**
 * Accepts an invitation in one of three ways: as the signed-in member, with the password of the invited account, or
 * with a new account for the invited address. Returns the token of a new session. Returns undefined for a signed-in
 * member, whose session continues.
 */
export async function acceptInvitation(
  tools: SignInTools,
  now: Date,
  input: { token: string; name?: string; password?: string; code?: string },
  signedIn: (Actor & { kind: 'member' }) | undefined,
  client: RequestOrigin,
  before: string | undefined,
): Promise<string | undefined> {
  const { email } = await requireInvitation(tools, now, input.token, client.address)
  if (signedIn && emailKey(signedIn.email) !== emailKey(email))
    refuse('forbidden', `This invitation is for ${email}, and you are signed in as ${signedIn.email}. Sign out first.`)
  const account = signedIn ?? (await findMemberByEmail(tools.db, email))
  if (!account) refusePasswordSignIn(tools.config)
  const newcomer = account ? undefined : await newAccount(email, input)
  const proof = account && !signedIn ? await proveAccount(tools, now, email, input, client) : undefined
  return transaction(tools.db, async (tx) => {
    const taken = await takeInvitation(tx, now, hashSecret(input.token))
    if (!taken) refuse('forbidden', STALE)
    const made = newcomer && (await insertMember(tx, now, { ...newcomer, email, operator: false }))
    const member = made ?? account
    if (!member) refuse('conflict', `${email} now has an account; sign in and open the link again.`)
    const signedInWith = proof && (await settleProof(tx, now, proof))
    if (made) await rememberFirstNetwork(tx, tools.seal, now, { memberId: made.id, address: client.address })
    await insertMembership(tx, now, { workspaceId: taken.workspace_id, memberId: member.id, role: taken.role })
    await writeAuditLine(tx, now, {
      workspaceId: taken.workspace_id,
      actor: { kind: 'link', id: member.id, name: `${member.name} <${email}>` },
      address: client.address,
      action: 'acceptInvitation',
      says: 'Accept an invitation',
      object: { kind: 'member', id: String(member.id), name: member.name },
      change: { role: taken.role, invited_by: taken.invited_by, proven_by_mail: taken.mail !== null },
    })
    if (signedIn) return undefined
    if (before !== undefined) await closeSession(tx, now, before)
    return openSession(tx, now, member.id, client, { secondFactor: signedInWith?.secondFactor ?? false })
  })
}

async function newAccount(email: string, { name, password }: { name?: string; password?: string }) {
  if (name === undefined) refuseInvalid({ name: ['is required: this address has no account yet'] })
  if (password === undefined) refuseInvalid({ password: ['is required: this address has no account yet'] })
  refuseWeakPassword('password', password, email, name)
  return { name, password: await hashPassword(password) }
}

async function proveAccount(
  tools: SignInTools,
  now: Date,
  email: string,
  { password, code }: { password?: string; code?: string },
  client: RequestOrigin,
) {
  if (password === undefined)
    refuseInvalid({ password: [`is required: ${email} already has an account; enter its password`] })
  return provePassword(tools, now, { email, password, code }, client, `This is not the password of ${email}.`)
}

function invitationBody({ id, email, role, invited_by, created_at, expires_at, mail }: InvitationRow, now: Date) {
  return {
    id,
    email,
    role,
    invited_by,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    state: expires_at > now ? 'open' : 'expired',
    mail,
  }
}
