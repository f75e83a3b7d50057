// Management routes of deliveries (list, timeline, reschedule, cancel, send again).
import { Type } from 'typebox'
import { resendDelivery } from '../../../admission/resend.ts'
import { cancelDelivery, moveDelivery } from '../../../delivery/control.ts'
import { deliveryOf } from '../../../delivery/deliveries.ts'
import { deliveriesOf } from '../../../delivery/list/listed.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { visibilityOf } from '../access/visibility.ts'
import { searchedListOf } from '../answers/answers.ts'
import {
  ABOVE_EVERY_ID,
  body,
  cursorId,
  dateOf,
  dateTime,
  id,
  inWorkspace,
  page,
  searchedPage,
  withLookahead,
} from '../shapes.ts'
import { deliveryFilters, filterOf } from './delivery-filters.ts'

const byId = Type.Object({ ws: id, id })

export function deliveryRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/deliveries',
    route(read('viewer'), 'listDeliveries', 'List deliveries, newest first', {
      description:
        'With a filter, a page may have fewer rows than `limit`, or no rows, although there is a next page (`next_cursor`).',
      params: inWorkspace,
      querystring: body({ ...page, ...deliveryFilters }),
      response: { 200: searchedListOf('Delivery') },
    }),
    async (request) => {
      const { cursor, limit = 50, ...query } = request.query
      const filter = {
        ...filterOf(query, clock.now()),
        before: cursorId(cursor, ABOVE_EVERY_ID),
        limit: withLookahead(limit),
      }
      return searchedPage(await deliveriesOf(db, request.params.ws, filter, visibilityOf(request)), limit)
    },
  )

  app.get(
    '/workspaces/:ws/deliveries/:id',
    route(read('viewer'), 'readTimeline', 'Read the timeline of a delivery', {
      description:
        'The timeline contains the content, the step that solves the problem, the attempts with their reasons, and the history.',
      params: byId,
      response: { 200: 'DeliveryTimeline' },
    }),
    async (request) => deliveryOf(db, clock.now(), request.params.ws, request.params.id, visibilityOf(request)),
  )
}

export function deliveryControlRoutes(app: ManageApp, deps: HttpDeps): void {
  const { db, clock, config, admission, wakeWorkers } = deps

  app.patch(
    '/workspaces/:ws/deliveries/:id',
    route(change('admin', 'delivery', 'id'), 'moveDelivery', 'Reschedule a delivery before its first attempt', {
      params: byId,
      body: body({
        scheduled_for: dateTime(
          'The new time is at most one year ahead. A delivery with a time in the past is sent as soon as possible.',
        ),
      }),
      response: { 200: 'DeliveryTimeline' },
    }),
    async (request) => {
      const { params, body } = request
      await moveDelivery(
        db,
        clock.now(),
        params.ws,
        params.id,
        dateOf('scheduled_for', body.scheduled_for),
        config.deliveryMaxAge,
      )
      wakeWorkers()
      return deliveryOf(db, clock.now(), params.ws, params.id, visibilityOf(request))
    },
  )

  app.post(
    '/workspaces/:ws/deliveries/:id/cancel',
    route(change('admin', 'delivery', 'id'), 'cancelDelivery', 'Cancel and refund a queued delivery', {
      params: byId,
      response: { 200: 'DeliveryTimeline' },
    }),
    async (request) => {
      const { params } = request
      await cancelDelivery(db, clock.now(), params.ws, params.id)
      return deliveryOf(db, clock.now(), params.ws, params.id, visibilityOf(request))
    },
  )

  app.post(
    '/workspaces/:ws/deliveries/:id/resend',
    route(change('admin', 'delivery', 'id'), 'resendDelivery', 'Send a finished delivery again', {
      description: 'The request creates a new delivery, which is charged like every delivery.',
      params: byId,
      response: { 202: Type.Object({ delivery_id: Type.Integer() }) },
    }),
    async (request) => {
      const { deliveryId } = await resendDelivery(admission, db, request.params.ws, request.params.id)
      return { delivery_id: deliveryId }
    },
  )
}
