// The first owner: a link that the start prints, and the account that whoever opens it makes.
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
import type { SignInTools } from './accounts.ts'
import { rememberFirstNetwork } from './attempts.ts'
import { writeAuditLine } from './audit.ts'
import { hashPassword, refuseWeakPassword } from './passwords.ts'
import { openSession, type RequestOrigin } from './sessions.ts'

const STALE =
  'This link does not stand: it was used, it is too old, or it is not whole. Start the service again, or run "carillon token --setup", for a new one.'

export async function isSetUp(c: Connection): Promise<boolean> {
  return anyOperator(c)
}

/** The link that makes its opener the owner; undefined once there is one. Links given out before stand for their day. */
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
  /** Of the setup link. */
  token: string
  name: string
  email: string
  password: string
  /** The language of the person's portal, which the demo workspace takes over. */
  locale?: string
}

/**
 * Makes the owner of this installation: operator, and owner of every workspace there is. Answers the session's token.
 * Throws forbidden for a link that does not stand, conflict once there is an owner, validation_failed for the password.
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
    if (!member) refuse('conflict', `${email} has an account already; sign in with it.`)
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
  return refuse('conflict', 'This installation has an owner already. Sign in, or ask the owner for an invitation.')
}
