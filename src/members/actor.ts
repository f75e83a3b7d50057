// What an actor may do in every workspace at once: operators and management tokens belong to none and enter all.
import type { Role } from '../store/members/memberships.ts'
import type { Actor } from './sessions.ts'

export type { Role } from '../store/members/memberships.ts'

const rolesOfScopes = { read: 'viewer', manage: 'owner', operator: 'owner' } as const

/** The role that the actor has in every workspace; null for a member, whose memberships say it. */
export function roleEverywhere(actor: Actor): Role | null {
  if (actor.kind === 'token') return rolesOfScopes[actor.scope]
  return actor.operator ? 'owner' : null
}
