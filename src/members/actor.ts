// The role of an actor in all workspaces: operators and management tokens may enter every workspace.
import type { Role } from '../store/members/memberships.ts'
import type { Actor } from './sessions.ts'

export type { Role } from '../store/members/memberships.ts'

const rolesOfScopes = { read: 'viewer', manage: 'owner', operator: 'owner' } as const

/** Returns the role that the actor has in every workspace. Null for a member, whose memberships define the role. */
export function roleEverywhere(actor: Actor): Role | null {
  if (actor.kind === 'token') return rolesOfScopes[actor.scope]
  return actor.operator ? 'owner' : null
}
