// The role that an actor has in every workspace. Operators and management tokens may enter all workspaces.
import type { Role } from '../store/members/memberships.ts'
import type { Actor } from './sessions.ts'

export type { Role } from '../store/members/memberships.ts'

const rolesOfScopes = { read: 'viewer', manage: 'owner', operator: 'owner' } as const

/**
 * Returns the role that the actor has in every workspace. Returns null for a member without operator rights, whose
 * roles are defined by memberships.
 */
export function roleEverywhere(actor: Actor): Role | null {
  if (actor.kind === 'token') return rolesOfScopes[actor.scope]
  return actor.operator ? 'owner' : null
}
