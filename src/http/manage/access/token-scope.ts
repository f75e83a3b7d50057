// What the scope of a management token allows (decision 65), by the need that a route declares.
import { refuse } from '../../../errors.ts'
import { type TokenScope, tokenScopes } from '../../../members/management-tokens.ts'
import type { RequiredAccess } from './rules.ts'

/** The narrowest scope that meets each need of a route. */
const scopeFor = {
  member: 'read',
  viewer: 'read',
  admin: 'manage',
  owner: 'manage',
  operator: 'operator',
} as const satisfies Record<Exclude<RequiredAccess, 'account'>, TokenScope>

const limitsOf = {
  read: 'it sees what a viewer sees and changes nothing',
  manage: 'it does what an owner may do, in every workspace',
} as const

/** Throws forbidden when the route needs a wider scope, or an account, which no token has. */
export function refuseNarrowToken(need: RequiredAccess, scope: TokenScope): void {
  if (need === 'account') refuse('forbidden', 'A management token has no account; sign in to the portal.')
  const needed = scopeFor[need]
  if (scope === 'operator' || tokenScopes.indexOf(scope) >= tokenScopes.indexOf(needed)) return
  refuse(
    'forbidden',
    `This management token has the scope ${scope}: ${limitsOf[scope]}. This request takes the scope ${needed}.`,
  )
}
