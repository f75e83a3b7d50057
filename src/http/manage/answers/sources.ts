// What the management API answers about sources and their keys: named shapes of the API document.
import { type TSchema, Type } from 'typebox'
import { keyScopes } from '../../../workspaces/keys.ts'
import { mode, orNull, shape } from '../shapes.ts'
import { AT, at, number, string } from './answers.ts'
import { credentialState } from './tokens.ts'

const keyFields = {
  id: Type.Integer({ description: 'Of an API key: what X-Service-Key-Id says on callbacks that it signed.' }),
  mode,
  name: orNull(string),
  scopes: Type.Array(Type.Enum(keyScopes, { type: 'string' })),
  hint: Type.String({ description: 'Its last characters.' }),
  state: credentialState,
  created_at: at,
  expires_at: orNull(Type.String({ format: 'date-time', description: 'null: never.' })),
  last_used_at: orNull(Type.String({ format: 'date-time', description: 'To the minute; null: not used yet.' })),
  revoked_at: orNull(at),
}

export const sourceShapes = [
  shape(
    'Source',
    {
      id: number,
      name: string,
      rate_limit: number,
      confirm_click: Type.Boolean({ description: 'A button’s link asks before it takes.' }),
      confirm_click_recommended: Type.Boolean({
        description: 'Two buttons of one message were taken within two seconds: something follows every link.',
      }),
      created_at: at,
      default_rate_limit: Type.Integer({ description: 'The rate limit of a new source.' }),
      seeded: Type.Boolean({
        description: 'The first start made this source. Its rate limit was raised for trying out.',
      }),
      seeded_rate_limit: orNull(
        Type.Integer({ description: 'The raised rate limit that the first start gave this source; null for others.' }),
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
    key: Type.String({ description: 'Shown this once.' }),
    url: Type.Optional(Type.String({ description: 'Of a trigger key: where to POST.' })),
  }),
] satisfies TSchema[]
