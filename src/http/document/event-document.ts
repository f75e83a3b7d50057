// The `webhooks` of the API document: every event of both catalogs with its headers, its schema and an example.
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { type TObject, Type } from 'typebox'
import { brand } from '../../brand.ts'
import { type EventName, eventNames, isDeliveryEvent } from '../../events/catalog.ts'
import { exampleBody } from '../../events/examples.ts'
import { eventShapes } from './event-shapes.ts'

/** The type of `webhooks`. Only OpenAPI 3.1 and later have this field. */
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
  'delivery.action_taken': 'The recipient used a button.',
  'message.sent': 'The provider accepted a message.',
  'message.received': 'A recipient replied.',
  'delivery.status': 'The status of a message changed to queued, sent, delivered, read or failed.',
  'contact.created': 'A contact was created.',
  'contact.updated': 'The data of a contact changed.',
  'automation.triggered': 'An automation fired for a contact.',
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
    'Hex HMAC-SHA256 of the raw body. The key is the whole secret, including whsec_; for 24 hours after a rotation it is the old secret.',
  ),
  header(`${brand.headerPrefix}Event`, 'The name of the event.'),
  header(
    `${brand.headerPrefix}Delivery-Id`,
    'The same on every attempt, so that a receiver can process each event once.',
  ),
  header(`${brand.headerPrefix}Timestamp`, 'Unix time of the request, in seconds.'),
  header(`${brand.headerPrefix}Mode`, 'live, or test for events of test keys and for test events.'),
  header('webhook-id', `The same as ${brand.headerPrefix}Delivery-Id.`),
  header('webhook-timestamp', `The same as ${brand.headerPrefix}Timestamp.`),
  header('webhook-signature', 'The signatures of Standard Webhooks: v1,… for each valid secret, separated by spaces.'),
]

const testMark = Type.Optional(
  Type.Literal(true, { description: 'The event is a test event. Real events do not have this field.' }),
)

/** The entries of `webhooks` in the API document, by event. */
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
              description: 'Received. After any other answer, or none within 30 seconds, the event is sent again.',
            },
            '410': { description: 'Not received. The subscription is disabled.' },
          },
        },
      },
    ]
  }),
)

/** Returns the schema of an event's body: the common fields of its catalog, and the data of the event (decision 21). */
function envelopeShape(name: EventName): TObject {
  const data = eventShapes[name]
  const at = Type.String({ format: 'date-time' })
  const event = Type.Enum([name], { type: 'string' })
  return isDeliveryEvent(name)
    ? Type.Object({ event, timestamp: at, test: testMark, ...data.properties }, { additionalProperties: false })
    : Type.Object(
        {
          id: Type.String({
            description: 'The same for every subscription and replay. The id of a test event begins with test_.',
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
