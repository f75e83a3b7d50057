// The API document's `callbacks` of a send: what is posted to an action's callback_url when its button is taken.
import { Type } from 'typebox'
import { brand } from '../../brand.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** Read by @fastify/swagger, whose types leave it out. */
    callbacks?: object
  }
}

const body = Type.Object(
  {
    delivery_id: Type.Integer(),
    action: Type.String({ description: "The action's slug." }),
    action_slug: Type.String({ description: 'The same.' }),
    payload: Type.Object({}, { additionalProperties: true, description: 'As the send gave it; empty without one.' }),
    recipient: Type.Object({ id: Type.Integer(), name: Type.String() }, { additionalProperties: false }),
    actor: Type.Object(
      { name: Type.String({ description: 'Who pressed it, as the channel tells.' }), channel: Type.String() },
      { additionalProperties: false },
    ),
    timestamp: Type.String({ format: 'date-time', description: 'Of the click.' }),
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
          description: `Signed: ${x}Signature is sha256= and the hex HMAC-SHA256 of the raw body under the API key that ${x}Key-Id names; ${x}Timestamp is the Unix time of the request, ${x}Delivery-Id the same on every attempt. docs/actions.md says how to verify it.`,
          content: { 'application/json': { schema: body, example } },
        },
        responses: {
          '2XX': {
            description:
              'Received. Anything else, or nothing within 30 seconds, is sent again after 1, 5 and 30 minutes.',
          },
          '410': { description: 'Do not send this one again.' },
        },
      },
    },
  },
}
