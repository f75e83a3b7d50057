// Response schemas of the management API: sources and their keys.
import { type TSchema, Type } from 'typebox'
import { keyScopes } from '../../../workspaces/keys.ts'
import { mode, orNull, shape } from '../shapes.ts'
import { AT, at, number, string } from './answers.ts'
import { credentialState } from './tokens.ts'

const keyFields = {
  id: Type.Integer({
    description: 'The id of the key. If an API key signs a callback, the header X-Service-Key-Id contains this id.',
  }),
  mode,
  name: orNull(string),
  scopes: Type.Array(Type.Enum(keyScopes, { type: 'string' })),
  hint: Type.String({ description: 'The last characters of the key.' }),
  state: credentialState,
  created_at: at,
  created_by: orNull(
    Type.Object(
      { kind: Type.Enum(['member', 'token'], { type: 'string' }), id: number, name: string },
      {
        description:
          'The member or the management token that created the key. null for the key of the demo, and for keys of versions before 0.2.0.',
      },
    ),
  ),
  expires_at: orNull(
    Type.String({ format: 'date-time', description: 'The expiry of the key. null if the key never expires.' }),
  ),
  last_used_at: orNull(
    Type.String({
      format: 'date-time',
      description: 'The time of the last use, accurate to the minute. null if the key was never used.',
    }),
  ),
  revoked_at: orNull(at),
}

export const sourceShapes = [
  shape(
    'Source',
    {
      id: number,
      name: string,
      rate_limit: number,
      confirm_click: Type.Boolean({
        description: 'True if the link of a button first opens a page with a confirmation button.',
      }),
      confirm_click_recommended: Type.Boolean({
        description:
          'True if two buttons of one message were pressed within two seconds. A program then probably follows every link.',
      }),
      created_at: at,
      default_rate_limit: Type.Integer({ description: 'The rate limit of a new source.' }),
      seeded: Type.Boolean({
        description: 'True if the first start created this source. It has a higher rate limit for experiments.',
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
    created_by: { kind: 'member', id: 1, name: 'Ada Lovelace' },
    last_used_at: AT,
    revoked_at: null,
  }),
  shape('NewKey', {
    ...keyFields,
    key: Type.String({ description: 'The key, shown only once.' }),
    url: Type.Optional(Type.String({ description: 'For a trigger key, the URL to which its requests are sent.' })),
  }),
] satisfies TSchema[]
