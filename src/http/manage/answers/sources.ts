// Response schemas of the management API: sources and their keys.
import { type TSchema, Type } from 'typebox'
import { keyScopes } from '../../../workspaces/keys.ts'
import { mode, orNull, shape } from '../shapes.ts'
import { AT, at, number, string } from './answers.ts'
import { credentialState } from './tokens.ts'

const keyFields = {
  id: Type.Integer({ description: 'For an API key, the value of X-Service-Key-Id on callbacks that it signed.' }),
  mode,
  name: orNull(string),
  scopes: Type.Array(Type.Enum(keyScopes, { type: 'string' })),
  hint: Type.String({ description: 'The last characters of the key.' }),
  state: credentialState,
  created_at: at,
  expires_at: orNull(Type.String({ format: 'date-time', description: 'null: the key never expires.' })),
  last_used_at: orNull(Type.String({ format: 'date-time', description: 'Accurate to the minute. null: never used.' })),
  revoked_at: orNull(at),
}

export const sourceShapes = [
  shape(
    'Source',
    {
      id: number,
      name: string,
      rate_limit: number,
      confirm_click: Type.Boolean({ description: 'The link of a button shows a confirmation page first.' }),
      confirm_click_recommended: Type.Boolean({
        description:
          'Two buttons of one message were used within two seconds, so a program probably follows every link.',
      }),
      created_at: at,
      default_rate_limit: Type.Integer({ description: 'The rate limit of a new source.' }),
      seeded: Type.Boolean({
        description: 'The first start created this source, with a higher rate limit for experiments.',
      }),
      seeded_rate_limit: orNull(
        Type.Integer({
          description: 'The rate limit that the first start set for this source. null for other sources.',
        }),
      ),
    },
    {
      id: 3,
      name: 'Checkout',
      rate_limit: 100,
      confirm_click: false,
      confirm_click_recommended: false,
      default_rate_limit: 100,
      seeded: false,
      seeded_rate_limit: null,
      created_at: AT,
    },
  ),
  shape('SourceKey', keyFields, {
    id: 9,
    mode: 'live',
    name: 'Shop backend',
    scopes: ['send', 'read'],
    expires_at: null,
    hint: '…x7Qz',
    state: 'active',
    created_at: AT,
    last_used_at: AT,
    revoked_at: null,
  }),
  shape('NewKey', {
    ...keyFields,
    key: Type.String({ description: 'The key, shown only once.' }),
    url: Type.Optional(Type.String({ description: 'For a trigger key, the URL of its requests.' })),
  }),
] satisfies TSchema[]
