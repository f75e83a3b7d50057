// Documents the callback of an action in the API document: the request that Carillon sends to the action's callback_url
// after the button was pressed.
import { Type } from 'typebox'
import { brand } from '../../brand.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** The plugin @fastify/swagger reads this property, but its types do not declare it. */
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
      {
        additionalProperties: true,
        description: 'The payload from the send request. Empty if the send request has no payload.',
      },
    ),
    recipient: Type.Object({ id: Type.Integer(), name: Type.String() }, { additionalProperties: false }),
    actor: Type.Object(
      {
        name: Type.String({
          description: 'The name of the person who pressed the button. The channel reports this name.',
        }),
        channel: Type.String(),
      },
      { additionalProperties: false },
    ),
    timestamp: Type.String({ format: 'date-time', description: 'The time at which the button was pressed.' }),
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
          description: `The request is signed. ${x}Signature is sha256= followed by the hex HMAC-SHA256 of the raw body. Its key is the API key whose id is in ${x}Key-Id. ${x}Timestamp is the Unix time of the request. ${x}Delivery-Id is the same on every attempt. docs/actions.md describes the verification.`,
          content: { 'application/json': { schema: body, example } },
        },
        responses: {
          '2XX': {
            description:
              'The callback is received. After another response, or no response within 30 seconds, the callback is sent again after 1, 5 and 30 minutes.',
          },
          '410': { description: 'The callback has failed and is not sent again.' },
        },
      },
    },
  },
}
