// Response schema of the management API: an attempt of a delivery.
import { Type } from 'typebox'
import { orNull } from '../shapes.ts'

const at = Type.String({ format: 'date-time' })
const text = orNull(Type.String())

export const attempt = Type.Object({
  attempt: Type.Integer(),
  started_at: at,
  ended_at: at,
  outcome: Type.String(),
  provider_status: text,
  code: text,
  reason: text,
  remedy: orNull(
    Type.String({ description: 'For the last attempt, the remedy of the delivery. null for earlier attempts.' }),
  ),
  response: text,
  connection: orNull(
    Type.Object(
      {
        id: Type.Integer(),
        provider: text,
        title: text,
        position: orNull(Type.Integer({ description: 'The present position in the order of the channel.' })),
      },
      {
        description:
          'The provider connection that the attempt used. Its other fields are null if the connection was removed. null for test messages, if the attempt used several connections, and if its worker stopped.',
      },
    ),
  ),
})
