// Signs a person in whom the OpenID Connect provider has identified.
import { randomBytes } from 'node:crypto'
import type { OidcConfig } from '../../config.ts'
import { refuse } from '../../errors.ts'
import { type Transaction, transaction } from '../../store/database.ts'
import {
  findMemberOfIdentity,
  insertIdentity,
  markPasswordUnset,
  touchIdentity,
} from '../../store/members/identities.ts'
import { findMemberByEmail, findPassword, insertMember, type MemberRow } from '../../store/members/members.ts'
import { rememberFirstNetwork } from '../attempts.ts'
import { auditActor, writeAuditLine } from '../audit.ts'
import { hashPassword } from '../passwords.ts'
import { proveSecondFactor, settleSecondFactor } from '../second-factor/proof.ts'
import { closeSession, openSession, type RequestOrigin } from '../sessions.ts'
import type { SignInTools } from '../sign-in-tools.ts'
import type { ProvenIdentity } from './provider.ts'

interface SignIn {
  identity: ProvenIdentity
  /** The code of the second factor. */
  code: string | undefined
  /** The token of the previous session of this browser. */
  before: string | undefined
}

/**
 * Returns the token of a new session for a person whom the provider has identified. The person signs in to the linked
 * account. Without a link, a verified address of an allowed domain links the account with this address, or creates an
 * account. Throws forbidden if there is neither a link nor such an address, and second_factor_required if the code is
 * missing.
 */
export async function signInWith(
  tools: SignInTools & { oidc: OidcConfig },
  now: Date,
  { identity, code, before }: SignIn,
  client: RequestOrigin,
): Promise<string> {
  const linked = await findMemberOfIdentity(tools.db, identity)
  const known = linked ?? (await findByAddress(tools, identity))
  const factor = known && (await proveSecondFactor(tools, now, known, code, client))
  const newPassword = known ? undefined : await hashPassword(randomBytes(32).toString('base64url'))
  return transaction(tools.db, async (tx) => {
    const member = known ?? (await createMember(tools, tx, now, identity, newPassword, client))
    if ((await findPassword(tx, member.id, true)) === undefined) refuse('forbidden', 'This account was removed.')
    await useLink(tx, now, member, identity, linked !== undefined)
    const { secondFactor, change } = await settleSecondFactor(tx, now, member.id, factor)
    if (before !== undefined) await closeSession(tx, now, before)
    await writeAuditLine(tx, now, {
      workspaceId: null,
      actor: auditActor({ ...member, kind: 'member' }),
      address: client.address,
      action: 'signInWithProvider',
      says: 'Sign in with the provider',
      object: { kind: 'member', id: String(member.id), name: member.name },
      change: { issuer: identity.issuer, linked: linked === undefined, created: known === undefined, ...change },
    })
    return openSession(tx, now, member.id, client, { secondFactor })
  })
}

/** Returns the account with the person's address, if the address may open it. Throws forbidden if it may not. */
async function findByAddress(
  { db, oidc }: SignInTools & { oidc: OidcConfig },
  { email, isVerified }: ProvenIdentity,
): Promise<MemberRow | undefined> {
  const link = `Sign in with your password and link the account under "Your account", or ask an operator.`
  if (email === undefined)
    return refuse('forbidden', `${oidc.name} did not report an email address, so no account could be found. ${link}`)
  if (!isVerified)
    return refuse(
      'forbidden',
      `${oidc.name} has not verified that ${email} is your address, so it opens no account. ${link}`,
    )
  if (!oidc.domains.includes(domainOf(email)))
    return refuse(
      'forbidden',
      `${email} is not linked to an account, and its domain may not sign in without a link. ${link}`,
    )
  return findMemberByEmail(db, email)
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

async function createMember(
  { seal }: SignInTools,
  tx: Transaction,
  now: Date,
  { email = '', name }: ProvenIdentity,
  password: string | undefined,
  { address }: RequestOrigin,
): Promise<MemberRow> {
  const shown =
    (name ?? email.split('@')[0] ?? email)
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 255) || email
  const made =
    password === undefined ? undefined : await insertMember(tx, now, { name: shown, email, password, operator: false })
  if (!made) return refuse('conflict', `${email} now has an account. Start the sign-in again.`)
  await markPasswordUnset(tx, made.id)
  await rememberFirstNetwork(tx, seal, now, { memberId: made.id, address })
  return made
}

/** Records the use of the link, or creates the link. Throws conflict if the link was changed meanwhile. */
async function useLink(
  tx: Transaction,
  now: Date,
  { id: memberId }: MemberRow,
  identity: ProvenIdentity,
  isLinked: boolean,
): Promise<void> {
  const row = { ...identity, memberId }
  const done = isLinked ? await touchIdentity(tx, now, row) : await insertIdentity(tx, now, row)
  if (!done) refuse('conflict', 'The link to this account was changed a moment ago. Start the sign-in again.')
}
