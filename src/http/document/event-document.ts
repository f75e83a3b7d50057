// The API document's `webhooks`: every event of both catalogs with its headers, its shape and an example.
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { type TObject, Type } from 'typebox'
import { brand } from '../../brand.ts'
import { type EventName, eventNames, isDeliveryEvent } from '../../events/catalog.ts'
import { exampleBody } from '../../events/examples.ts'
import { eventShapes } from './event-shapes.ts'

/** Only OpenAPI 3.1 and later have them. */
type WebhooksOf<Document> = Document extends unknown
  ? 'webhooks' extends keyof Document
    ? Document['webhooks']
    : never
  : never
type WebhookDocuments = NonNullable<WebhooksOf<NonNullable<FastifyDynamicSwaggerOptions['openapi']>>>

const meanings: Record<EventName, string> = {
  'delivery.queued': 'A message was queued.',
  'delivery.sent': 'The provider took a message.',
  'delivery.delivered': 'A message reached its recipient.',
  'delivery.read': 'A message was read.',
  'delivery.failed': 'A message failed for good.',
  'delivery.action_taken': 'The recipient used a button.',
  'message.sent': 'A message reached its channel.',
  'message.received': 'A recipient replied.',
  'delivery.status': 'A message is now queued, sent, delivered, read or failed.',
  'contact.created': 'There is a new contact.',
  'contact.updated': "A contact's data changed.",
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
    'Hex HMAC-SHA256 of the raw body under the whole secret, whsec_ included. For 24 hours after a rotation under the old one.',
  ),
  header(`${brand.headerPrefix}Event`, "The event's name."),
  header(`${brand.headerPrefix}Delivery-Id`, 'The same on every attempt, so that a receiver may take each event once.'),
  header(`${brand.headerPrefix}Timestamp`, 'Unix time of the request, in seconds.'),
  header(`${brand.headerPrefix}Mode`, 'live, or test for what test keys and test events bring.'),
  header('webhook-id', `As ${brand.headerPrefix}Delivery-Id.`),
  header('webhook-timestamp', `As ${brand.headerPrefix}Timestamp.`),
  header('webhook-signature', 'As Standard Webhooks has it: v1,… for each secret that is good, parted by spaces.'),
]

const testMark = Type.Optional(
  Type.Literal(true, { description: 'An example sent with the test button; absent from real events.' }),
)

/** Paths of OpenAPI 3.1's `webhooks`, by event. */
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
            '2XX': { description: 'Received. Anything else, or nothing within 30 seconds, is sent again.' },
            '410': { description: 'Send nothing any more: the subscription is disabled.' },
          },
        },
      },
    ]
  }),
)

/** The envelope of the event's catalog around what it tells (decision 21). */
function envelopeShape(name: EventName): TObject {
  const data = eventShapes[name]
  const at = Type.String({ format: 'date-time' })
  const event = Type.Enum([name], { type: 'string' })
  return isDeliveryEvent(name)
    ? Type.Object({ event, timestamp: at, test: testMark, ...data.properties }, { additionalProperties: false })
    : Type.Object(
        {
          id: Type.String({
            description: 'The same for every subscription and replay; a test event has one that begins with test_.',
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
