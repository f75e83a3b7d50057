// Sets up the first owner. The start of the service prints a link. The person who opens this link creates the owner's
// account.
import { randomBytes } from 'node:crypto'
import { refuse } from '../errors.ts'
import { later } from '../lib/clock.ts'
import { hashSecret } from '../lib/seal.ts'
import { validity } from '../limits.ts'
import { type Connection, transaction } from '../store/database.ts'
import { lockInstallation } from '../store/installation/installation.ts'
import { dropLinks, insertLink, isLinkValid, takeLink } from '../store/members/invitations.ts'
import { anyOperator, insertMember } from '../store/members/members.ts'
import { joinEveryWorkspace } from '../store/members/memberships.ts'
import { setSeededLocale } from '../store/workspaces/workspaces.ts'
import { rememberFirstNetwork } from './attempts.ts'
import { writeAuditLine } from './audit.ts'
import { hashPassword, refuseWeakPassword } from './passwords.ts'
import { openSession, type RequestOrigin } from './sessions.ts'
import type { SignInTools } from './sign-in-tools.ts'

const STALE =
  'This link is not valid: it was used, is too old, or is incomplete. Restart the service, or run "carillon token --setup", to get a new one.'

export async function isSetUp(c: Connection): Promise<boolean> {
  return anyOperator(c)
}

/**
 * Returns a setup link, or undefined if the installation already has an owner. A new link does not end earlier links,
 * which stay valid until they expire.
 */
export async function setupLink(c: Connection, now: Date, publicUrl: string): Promise<string | undefined> {
  if (await anyOperator(c)) return undefined
  const token = randomBytes(32).toString('base64url')
  await insertLink(c, now, {
    hash: hashSecret(token),
    kind: 'setup',
    memberId: null,
    expiresAt: later(now, validity.setupLink),
  })
  return `${publicUrl}/setup?token=${token}`
}

export interface NewOwner {
  /** The token of the setup link. */
  token: string
  name: string
  email: string
  password: string
  /** The language of the portal in the person's browser. It becomes the language of the demo workspace. */
  locale?: string
}

/**
 * Creates the first owner, who becomes an operator and the owner of all workspaces. Returns the token of a new session.
 * Throws forbidden if the link is invalid, conflict if there already is an owner, and validation_failed if the password
 * is weak.
 */
export async function setUp(
  { db, seal, networkLimits }: SignInTools,
  now: Date,
  { token, name, email, password, locale }: NewOwner,
  client: RequestOrigin,
): Promise<string> {
  networkLimits.links.check(client.address, now)
  if (await anyOperator(db)) refuseSecond()
  if (!(await isLinkValid(db, now, 'setup', hashSecret(token)))) {
    networkLimits.links.count(client.address, now)
    refuse('forbidden', STALE)
  }
  refuseWeakPassword('password', password, email, name)
  const hash = await hashPassword(password)
  return transaction(db, async (tx) => {
    await lockInstallation(tx)
    if (await anyOperator(tx)) refuseSecond()
    if (!(await takeLink(tx, now, 'setup', hashSecret(token)))) refuse('forbidden', STALE)
    const member = await insertMember(tx, now, { name, email, password: hash, operator: true })
    if (!member) refuse('conflict', `${email} already has an account; sign in with it.`)
    await joinEveryWorkspace(tx, now, member.id)
    if (locale !== undefined) await setSeededLocale(tx, locale)
    await rememberFirstNetwork(tx, seal, now, { memberId: member.id, address: client.address })
    await dropLinks(tx, 'setup', null)
    await writeAuditLine(tx, now, {
      workspaceId: null,
      actor: { kind: 'link', id: null, name: `${name} <${email}>` },
      address: client.address,
      action: 'setUp',
      says: 'Create the owner of this installation',
      object: { kind: 'member', id: String(member.id), name },
    })
    return openSession(tx, now, member.id, client)
  })
}

function refuseSecond(): never {
  return refuse('conflict', 'This installation already has an owner. Sign in, or ask the owner for an invitation.')
}
