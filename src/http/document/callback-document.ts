// The `callbacks` of a send in the API document: the request that Carillon sends to an action's callback_url after a
// button press.
import { Type } from 'typebox'
import { brand } from '../../brand.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** @fastify/swagger reads this property, but its types do not declare it. */
    callbacks?: object
  }
}

const body = Type.Object(
  {
    delivery_id: Type.Integer(),
    action: Type.String({ description: "The action's slug." }),
    action_slug: Type.String({ description: 'The same value as `action`.' }),
    payload: Type.Object(
      {},
      { additionalProperties: true, description: 'The payload of the send request; empty without one.' },
    ),
    recipient: Type.Object({ id: Type.Integer(), name: Type.String() }, { additionalProperties: false }),
    actor: Type.Object(
      {
        name: Type.String({ description: 'The name of the person who used the button, as the channel reports it.' }),
        channel: Type.String(),
      },
      { additionalProperties: false },
    ),
    timestamp: Type.String({ format: 'date-time', description: 'The time at which the button was used.' }),
  },
  { additionalProperties: false },
)

const example = {
  delivery_id: 17,
  action: 'confirm',
  action_slug: 'confirm',
  payload: { order: 17 },
  recipient: { id: 4, name: 'Ada' },
  actor: { name: 'Ada', channel: 'email' },
  timestamp: '2030-01-31T09:00:00.000Z',
}

const { headerPrefix: x } = brand

export const actionCallbacks = {
  actionTaken: {
    '{$request.body#/actions/0/callback_url}': {
      post: {
        requestBody: {
          required: true,
          description: `Signed: ${x}Signature is sha256= followed by the hex HMAC-SHA256 of the raw body. Its key is the API key whose id is in ${x}Key-Id. ${x}Timestamp is the Unix time of the request. ${x}Delivery-Id is the same on every attempt. docs/actions.md describes the verification.`,
          content: { 'application/json': { schema: body, example } },
        },
        responses: {
          '2XX': {
            description:
              'Received. After any other answer, or none within 30 seconds, the request is repeated after 1, 5 and 30 minutes.',
          },
          '410': { description: 'Not received. The request is not repeated.' },
        },
      },
    },
  },
}
