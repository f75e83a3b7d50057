// GET /usage, GET /deliveries/{id} and the health endpoints.
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { publicDelivery } from '../../delivery/public-delivery.ts'
import { statuses } from '../../delivery-states.ts'
import { usageOf } from '../../workspaces/usage.ts'
import type { HttpDeps } from '../deps.ts'
import { sendRefusal } from '../errors.ts'
import { fallbackShape } from '../fallback-shape.ts'
import { nullable } from '../figures.ts'
import { requireApiKey, requireSender } from './keyed-route.ts'

const deliveryResponse = Type.Object({
  id: Type.Integer(),
  status: Type.Enum([...statuses], { type: 'string' }),
  recipient_id: Type.Integer(),
  channel: Type.String(),
  template_slug: Type.String(),
  category: nullable(Type.String({ description: 'The category that the send request or the template set.' })),
  external_id: nullable(Type.String({ description: "The provider's message id." })),
  error_message: nullable(Type.String()),
  created_at: Type.String({ format: 'date-time' }),
  scheduled_for: nullable(Type.String({ format: 'date-time' })),
  deferred_until: nullable(
    Type.String({ format: 'date-time', description: 'The end of the quiet hours for which the message waits.' }),
  ),
  expires_at: Type.String({ format: 'date-time', description: 'The message is not sent after this time.' }),
  reason: nullable(Type.String({ description: 'Machine-readable reason of a failure.' })),
  remedy: nullable(Type.String({ description: 'The step that solves the problem. null if there is no problem.' })),
  digest: Type.Optional(
    Type.Object(
      {
        key: Type.String(),
        items: Type.Integer({ description: 'The number of messages.' }),
        opened_at: Type.String({ format: 'date-time' }),
        closes_at: nullable(
          Type.String({
            format: 'date-time',
            description: 'When the open digest closes if no other message joins it.',
          }),
        ),
        closed_at: nullable(Type.String({ format: 'date-time', description: 'null while messages may join.' })),
      },
      { description: 'Present if the delivery is a digest.' },
    ),
  ),
  history: Type.Array(Type.Object({ status: Type.String(), at: Type.String({ format: 'date-time' }) })),
  fallback: nullable(fallbackShape),
})

const keyErrors = {
  401: Type.Ref('Error'),
  403: Type.Ref('Error'),
  429: Type.Ref('TooManyError'),
  503: Type.Ref('Error'),
}

export function readRoutes(app: FastifyInstance, deps: HttpDeps): void {
  const onRequest = requireApiKey(deps, 'read')
  app.get(
    '/usage',
    {
      onRequest,
      schema: {
        operationId: 'usage',
        summary: "Read the monthly usage of the key's workspace",
        tags: ['Reading'],
        security: [{ apiKey: [] }],
        response: { 200: Type.Ref('Usage'), ...keyErrors },
      },
    },
    async (request, reply) => {
      const sender = await requireSender(deps, request, reply)
      return sender ? usageOf(deps.db, sender.workspaceId, deps.clock.now()) : reply
    },
  )

  app.get<{ Params: { id: string } }>(
    '/deliveries/:id',
    {
      onRequest,
      schema: {
        operationId: 'readDelivery',
        summary: 'Read a delivery and its history',
        tags: ['Reading'],
        security: [{ apiKey: [] }],
        params: Type.Object({ id: Type.String() }),
        response: { 200: deliveryResponse, 404: Type.Ref('Error'), ...keyErrors },
      },
    },
    async (request, reply) => {
      const sender = await requireSender(deps, request, reply)
      if (!sender) return reply
      const id = /^[1-9]\d{0,14}$/.test(request.params.id) ? Number(request.params.id) : 0
      const delivery =
        id === 0 ? undefined : await publicDelivery(deps.db, deps.clock.now(), sender.workspaceId, sender.mode, id)
      return (
        delivery ??
        sendRefusal(reply, {
          code: 'not_found',
          message: `No ${sender.mode} delivery ${request.params.id} in this workspace.`,
        })
      )
    },
  )
}

/**
 * Adds the health endpoints. `isLeaving` returns whether this process is stopping. While it is stopping, /readyz fails,
 * so that load balancers send no new requests to it.
 */
export function healthRoutes(app: FastifyInstance, deps: HttpDeps, isLeaving: () => boolean): void {
  app.get(
    '/health',
    {
      schema: {
        operationId: 'health',
        summary: 'Read the state of the queue, the workers and the last hour',
        tags: ['Health'],
        security: [],
        response: {
          200: Type.Ref('Health'),
          503: {
            ...Type.Ref('Health'),
            description:
              'The status is degraded, and the body has the same fields as with 200. If the database is unreachable, the body is an Error.',
            additionalProperties: true,
            required: [],
          },
        },
      },
    },
    async (_request, reply) => {
      const body = await deps.health()
      return reply.code(body.status === 'healthy' ? 200 : 503).send(body)
    },
  )

  const alive = { 200: Type.Object({ status: Type.Literal('ok') }) }
  app.get(
    '/livez',
    {
      schema: {
        operationId: 'alive',
        summary: 'Check that the process answers',
        tags: ['Health'],
        security: [],
        response: alive,
      },
    },
    async () => ({ status: 'ok' as const }),
  )

  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'ready',
        summary: 'Check that the database answers and its schema is current',
        tags: ['Health'],
        security: [],
        response: { ...alive, 503: Type.Ref('Error') },
      },
    },
    async (_request, reply) => {
      if (isLeaving())
        return sendRefusal(reply, { code: 'unavailable', message: 'This process is stopping.', retryAfter: 5 })
      const lacking = await deps.lackingMigrations()
      if (lacking.length === 0) return { status: 'ok' as const }
      return sendRefusal(reply, {
        code: 'unavailable',
        message: `The database lacks the migrations ${lacking.join(', ')}. Run "carillon migrate".`,
        retryAfter: 5,
      })
    },
  )
}
