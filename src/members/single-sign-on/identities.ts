// The links between a member's account and accounts at the OpenID Connect provider.
import { refuse } from '../../errors.ts'
import { type Connection, type Database, transaction } from '../../store/database.ts'
import {
  deleteIdentity,
  findMemberOfIdentity,
  hasPassword,
  insertIdentity,
  listIdentities,
} from '../../store/members/identities.ts'
import { findPassword } from '../../store/members/members.ts'
import { auditActor, writeAuditLine } from '../audit.ts'
import type { MemberActor, RequestOrigin } from '../sessions.ts'
import type { ProvenIdentity } from './provider.ts'

export async function identitiesOf(c: Connection, memberId: number) {
  return (await listIdentities(c, memberId)).map(({ linked_at, last_used_at, ...row }) => ({
    ...row,
    linked_at: linked_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }))
}

/**
 * Links the proven account at the provider to the account of the signed-in member. The address does not matter, because
 * the member is signed in to both accounts. Throws conflict if another member uses the account at the provider.
 */
export async function linkIdentity(
  db: Database,
  now: Date,
  actor: MemberActor,
  identity: ProvenIdentity,
  client: RequestOrigin,
): Promise<void> {
  await transaction(db, async (tx) => {
    if (await insertIdentity(tx, now, { ...identity, memberId: actor.id })) {
      await writeAuditLine(tx, now, {
        workspaceId: null,
        actor: auditActor(actor),
        address: client.address,
        action: 'linkIdentity',
        says: 'Link an account at the provider',
        object: { kind: 'member', id: String(actor.id), name: actor.name },
        change: { issuer: identity.issuer, email: identity.email ?? null },
      })
      return
    }
    const owner = await findMemberOfIdentity(tx, identity)
    if (owner?.id !== actor.id)
      refuse('conflict', 'This account at the provider is already linked to another account of this installation.')
  })
}

/**
 * Removes a link. Throws conflict if the member could then not sign in any more, because the account has no password and
 * no other link.
 */
export async function unlinkIdentity(db: Database, actor: MemberActor, id: number): Promise<void> {
  await transaction(db, async (tx) => {
    await findPassword(tx, actor.id, true)
    const links = await listIdentities(tx, actor.id)
    if (links.length === 1 && links[0]?.id === id && !(await hasPassword(tx, actor.id)))
      refuse(
        'conflict',
        'Your account has no password, so this is its only sign-in. Set a password with "Forgot your password?" first.',
      )
    if (!(await deleteIdentity(tx, actor.id, id))) refuse('not_found', `You have no linked account ${id}.`)
  })
}
