// Checks the scope of a management token against the access that a route requires (decision 65).
import { refuse } from '../../../errors.ts'
import { type TokenScope, tokenScopes } from '../../../members/management-tokens.ts'
import type { RequiredAccess } from './rules.ts'

/** The weakest token scope that is sufficient for each kind of access. */
const scopeFor = {
  member: 'read',
  viewer: 'read',
  admin: 'manage',
  owner: 'manage',
  operator: 'operator',
} as const satisfies Record<Exclude<RequiredAccess, 'account'>, TokenScope>

const limitsOf = {
  read: 'it has the rights of a viewer in every workspace',
  manage: 'it has the rights of an owner in every workspace',
} as const

/**
 * Throws forbidden if the route requires a stronger scope. Also throws forbidden if the route requires an account,
 * because a token has no account.
 */
export function refuseNarrowToken(need: RequiredAccess, scope: TokenScope): void {
  if (need === 'account') refuse('forbidden', 'A management token has no account. Sign in to the portal.')
  const needed = scopeFor[need]
  if (scope === 'operator' || tokenScopes.indexOf(scope) >= tokenScopes.indexOf(needed)) return
  refuse(
    'forbidden',
    `This management token has the scope ${scope}: ${limitsOf[scope]}. This request requires the scope ${needed}.`,
  )
}
