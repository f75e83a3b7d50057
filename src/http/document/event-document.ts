// Documents the events in the API document, under `webhooks`. Each event has its headers, its schema and an example.
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { type TObject, Type } from 'typebox'
import { brand } from '../../brand.ts'
import { type EventName, eventNames, isDeliveryEvent } from '../../events/catalog.ts'
import { exampleBody } from '../../events/examples.ts'
import { eventShapes } from './event-shapes.ts'

/** The type of the field `webhooks`. Only OpenAPI 3.1 and later versions have this field. */
type WebhooksOf<Document> = Document extends unknown
  ? 'webhooks' extends keyof Document
    ? Document['webhooks']
    : never
  : never
type WebhookDocuments = NonNullable<WebhooksOf<NonNullable<FastifyDynamicSwaggerOptions['openapi']>>>

const meanings: Record<EventName, string> = {
  'delivery.queued': 'A message was queued.',
  'delivery.sent': 'The provider accepted a message.',
  'delivery.delivered': 'A message reached its recipient.',
  'delivery.read': 'A message was read.',
  'delivery.failed': 'A message failed permanently.',
  'delivery.action_taken': 'A recipient pressed a button.',
  'message.sent': 'The provider accepted a message.',
  'message.deferred': 'A message waits for the end of quiet hours.',
  'message.expired': 'A message failed because it was not sent in time.',
  'message.received': 'A recipient replied.',
  'message.bounced': 'A message was returned by the mail server or the provider of the recipient.',
  'message.complained': 'A recipient reported a message as spam.',
  'delivery.status': 'The status of a message changed to queued, sent, delivered, read or failed.',
  'contact.created': 'A contact was created.',
  'contact.updated': 'The data of a contact changed.',
  'recipient.suppressed': 'An address was added to the list of suppressions.',
  'digest.closed': 'A digest closed. Its messages are sent as one, or its delivery fails.',
  'recipient.preferences_changed': 'The preferences of a recipient changed.',
  'automation.triggered': 'An automation fired for a contact.',
  'fallback.step_started': 'A further step of a message with a fallback started.',
  'fallback.ended': 'A message with a fallback starts no further step.',
}

const header = (name: string, description: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
})

const parameters = [
  header(
    `${brand.headerPrefix}Signature`,
    'Hex HMAC-SHA256 of the raw body. The key is the whole secret, including whsec_. For 24 hours after a rotation, the key is the old secret.',
  ),
  header(`${brand.headerPrefix}Event`, 'The name of the event.'),
  header(
    `${brand.headerPrefix}Delivery-Id`,
    'The id stays the same on every attempt, so that a receiver can process each event once.',
  ),
  header(`${brand.headerPrefix}Timestamp`, 'Unix time of the request, in seconds.'),
  header(`${brand.headerPrefix}Mode`, 'test for events of test keys and for test events. live for all other events.'),
  header('webhook-id', `The same as ${brand.headerPrefix}Delivery-Id.`),
  header('webhook-timestamp', `The same as ${brand.headerPrefix}Timestamp.`),
  header(
    'webhook-signature',
    'The signatures that Standard Webhooks defines, separated by spaces. There is one signature v1,… for each valid secret.',
  ),
]

const testMark = Type.Optional(
  Type.Literal(true, { description: 'The event is a test event. Real events do not have this field.' }),
)

/** Maps each event to its entry under `webhooks` in the API document. */
export const eventDescriptions: WebhookDocuments = Object.fromEntries(
  eventNames.map((name) => {
    const content = { 'application/json': { schema: envelopeShape(name), example: exampleBody(name) } }
    return [
      name,
      {
        post: {
          operationId: name,
          tags: ['Events'],
          summary: meanings[name],
          parameters,
          requestBody: { required: true, content },
          responses: {
            '2XX': {
              description:
                'The event is received. After another response, or no response within 30 seconds, the event is sent again.',
            },
            '410': { description: 'The event has failed, and the subscription is disabled.' },
          },
        },
      },
    ]
  }),
)

/**
 * Returns the schema of an event's body: the data of the event in its envelope. The specification defines one envelope
 * for events about a delivery (catalog A), and another one for all other events (catalog B, decision 21).
 */
function envelopeShape(name: EventName): TObject {
  const data = eventShapes[name]
  const at = Type.String({ format: 'date-time' })
  const event = Type.Enum([name], { type: 'string' })
  return isDeliveryEvent(name)
    ? Type.Object({ event, timestamp: at, test: testMark, ...data.properties }, { additionalProperties: false })
    : Type.Object(
        {
          id: Type.String({
            description:
              'The id of the event. It is the same for every subscription and replay. The id of a test event begins with test_.',
          }),
          type: event,
          created_at: at,
          workspace_id: Type.String(),
          test: testMark,
          data,
        },
        { additionalProperties: false },
      )
}
