// What the management API answers about its tokens: named shapes of the API document.
import { type TSchema, Type } from 'typebox'
import { tokenScopes } from '../../../members/management-tokens.ts'
import { orNull, shape } from '../shapes.ts'
import { AT, at, number, string } from './answers.ts'

export const tokenScope = Type.Enum(tokenScopes, {
  type: 'string',
  description:
    'read: what a viewer sees, in every workspace. manage: what an owner may do, in every workspace. operator: everything.',
})

/** Of keys and tokens. */
export const credentialState = Type.Enum(['active', 'expired', 'revoked'], { type: 'string' })

const fields = {
  id: number,
  name: string,
  scope: tokenScope,
  hint: Type.String({ description: 'Its last characters.' }),
  state: credentialState,
  created_at: at,
  expires_at: orNull(Type.String({ format: 'date-time', description: 'null: never.' })),
  last_used_at: orNull(Type.String({ format: 'date-time', description: 'To the minute; null: not used yet.' })),
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
    { ...fields, current: Type.Boolean({ description: 'The token that makes this request.' }) },
    { ...example, current: false },
  ),
  shape('NewManagementToken', { ...fields, token: Type.String({ description: 'Shown this once.' }) }),
] satisfies TSchema[]
