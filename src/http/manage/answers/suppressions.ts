// The schemas of suppressions and bounces in the management API, and the body of a suppression.
import { Type } from 'typebox'
import { shownSuppression } from '../../../recipients/suppressions.ts'
import type { Visibility } from '../../../redaction/sensitive.ts'
import { suppressionOrigins, suppressionReasons } from '../../../suppression-reasons.ts'
import { channel, mode, orNull, shape } from '../shapes.ts'

type Row = Parameters<typeof shownSuppression>[0]

export function suppressionBody(stored: Row, visibility: Visibility) {
  const { workspace_id: _, at, ...row } = shownSuppression(stored, visibility)
  return { ...row, at: at.toISOString() }
}

/** The schema of a bounce or complaint in the timeline of its delivery. */
export const bounce = Type.Object({
  type: Type.Enum(['hard', 'soft', 'complaint'], {
    type: 'string',
    description:
      'hard: the address does not exist. soft: this message was not delivered. complaint: the recipient reported the message as spam.',
  }),
  origin: Type.Enum(['provider', 'mail'], {
    type: 'string',
    description: 'provider: a webhook. mail: a bounce mail or a feedback report.',
  }),
  code: orNull(Type.String()),
  detail: orNull(Type.String({ description: 'The explanation of the provider or mail server.' })),
  at: Type.String({ format: 'date-time' }),
})

export const suppressionShapes = [
  shape(
    'Suppression',
    {
      id: Type.Integer(),
      mode,
      channel,
      address: Type.String(),
      reason: Type.Enum(suppressionReasons, {
        type: 'string',
        description:
          'unsubscribed: the recipient opted out. hard_bounce: the address does not exist. complaint: the recipient reported a message as spam. invalid: the provider cannot reach the address until the recipient writes or registers again. stop_word: the recipient replied with a stop word. manual: a member added the address.',
      }),
      origin: Type.Enum(suppressionOrigins, {
        type: 'string',
        description:
          'link: the unsubscribe link. provider: a webhook or an answer of the provider. mail: a bounce mail or a feedback report. reply: a stop word. member: the portal or the management API. import: a file.',
      }),
      detail: orNull(Type.String({ description: 'The code and text of the provider. Masked for viewers.' })),
      note: orNull(Type.String({ description: 'The note of the member.' })),
      delivery_id: orNull(Type.Integer({ description: 'The message that caused the suppression, or null.' })),
      at: Type.String({ format: 'date-time' }),
    },
    {
      id: 3,
      mode: 'live',
      channel: 'email',
      address: 'ada@example.com',
      reason: 'hard_bounce',
      origin: 'provider',
      detail: '5.1.1 550 5.1.1 User unknown',
      note: null,
      delivery_id: 17,
      at: '2030-01-31T09:00:00.000Z',
    },
  ),
]
