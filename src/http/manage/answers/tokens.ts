// Response schemas of the management API: management tokens.
import { type TSchema, Type } from 'typebox'
import { tokenScopes } from '../../../members/management-tokens.ts'
import { orNull, shape } from '../shapes.ts'
import { AT, at, number, string } from './answers.ts'

export const tokenScope = Type.Enum(tokenScopes, {
  type: 'string',
  description:
    'The rights of the token. read: the rights of a viewer in every workspace. manage: the rights of an owner in every workspace. operator: all rights.',
})

/** The state of a key or token. */
export const credentialState = Type.Enum(['active', 'expired', 'revoked'], { type: 'string' })

const fields = {
  id: number,
  name: string,
  scope: tokenScope,
  hint: Type.String({ description: 'The last characters of the token.' }),
  state: credentialState,
  created_at: at,
  expires_at: orNull(
    Type.String({ format: 'date-time', description: 'The expiry of the token. null if the token never expires.' }),
  ),
  last_used_at: orNull(
    Type.String({
      format: 'date-time',
      description: 'The time of the last use, accurate to the minute. null if the token was never used.',
    }),
  ),
  revoked_at: orNull(at),
}
const example = {
  id: 4,
  name: 'Nightly report',
  scope: 'read',
  hint: '…x7Qz',
  state: 'active',
  created_at: AT,
  expires_at: '2030-04-30T09:00:00.000Z',
  last_used_at: AT,
  revoked_at: null,
}

export const tokenShapes = [
  shape(
    'ManagementToken',
    { ...fields, current: Type.Boolean({ description: 'True for the token that sent this request.' }) },
    { ...example, current: false },
  ),
  shape('NewManagementToken', { ...fields, token: Type.String({ description: 'The token, shown only once.' }) }),
] satisfies TSchema[]
