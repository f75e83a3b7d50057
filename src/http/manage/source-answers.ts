// What the management API answers about sources and their keys: named shapes of the API document.
import { type TSchema, Type } from 'typebox'
import { AT, at, number, string } from './answers.ts'
import { mode, orNull, shape } from './shapes.ts'

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
    },
    {
      id: 3,
      name: 'Checkout',
      rate_limit: 100,
      confirm_click: false,
      confirm_click_recommended: false,
      created_at: AT,
    },
  ),
  shape(
    'SourceKey',
    { id: number, mode, hint: string, created_at: at, revoked_at: orNull(at) },
    { id: 9, mode: 'live', hint: '…x7Qz', created_at: AT, revoked_at: null },
  ),
  shape('NewKey', {
    id: number,
    mode,
    key: Type.String({ description: 'Shown this once.' }),
    url: Type.Optional(Type.String({ description: 'Of a trigger key: where to POST.' })),
  }),
] satisfies TSchema[]
