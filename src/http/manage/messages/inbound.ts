// Management routes that list, read and apply inbound webhooks.
import { Type } from 'typebox'
import { applyAgain, inboundRequestOf, inboundRequestsOf } from '../../../inbound/requests.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { visibilityOf } from '../access/visibility.ts'
import { listOf } from '../answers/answers.ts'
import { inboundStatuses } from '../answers/conversations.ts'
import { ABOVE_EVERY_ID, body, channel, cursorId, id, inWorkspace, page, pageOf, withLookahead } from '../shapes.ts'

const byId = Type.Object({ ws: id, id })
const filters = {
  status: Type.Optional(Type.Enum([...inboundStatuses], { type: 'string' })),
  channel: Type.Optional(channel),
}

export function inboundRequestRoutes(app: ManageApp, { db, clock, wakeInbound }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/inbound-requests',
    route(read('viewer'), 'listInboundRequests', 'List the inbound webhooks of the last seven days, newest first', {
      params: inWorkspace,
      querystring: body({ ...page, ...filters }),
      response: { 200: listOf('InboundRequest') },
    }),
    async ({ params, query: { cursor, limit = 50, ...filter } }) => {
      const listQuery = { ...filter, before: cursorId(cursor, ABOVE_EVERY_ID), limit: withLookahead(limit) }
      return pageOf(await inboundRequestsOf(db, params.ws, listQuery), limit)
    },
  )

  app.get(
    '/workspaces/:ws/inbound-requests/:id',
    route(read('viewer'), 'readInboundRequest', 'Read an inbound webhook with its original body', {
      params: byId,
      response: { 200: 'InboundRequestDetail' },
    }),
    async (request) => inboundRequestOf(db, request.params.ws, request.params.id, visibilityOf(request)),
  )

  app.post(
    '/workspaces/:ws/inbound-requests/:id/apply',
    route(change('admin', 'inbound_request', 'id'), 'applyInboundRequest', 'Apply an inbound webhook again', {
      description: 'The request applies only those parts that could not be applied before.',
      params: byId,
      response: { 202: 'InboundRequestDetail' },
    }),
    async (request) => {
      const { ws, id } = request.params
      const again = await applyAgain(db, clock.now(), ws, id, visibilityOf(request))
      wakeInbound()
      return again
    },
  )
}
