// Management routes of subscriptions, of their secrets and of their states.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { eventNames } from '../../events/catalog.ts'
import {
  changeSubscription,
  disable,
  reactivate,
  rotateSecret,
  subscribe,
  subscriptionOf,
  subscriptionsOf,
  unsubscribe,
} from '../../events/subscriptions.ts'
import { maskedUrl } from '../../lib/text/mask.ts'
import { sizes } from '../../limits.ts'
import type { HttpDeps } from '../deps.ts'
import { change, type ManageApp, read, route } from './access/rules.ts'
import { visibilityOf } from './access/visibility.ts'
import { listOf } from './answers/answers.ts'
import { body, cursorId, id, inWorkspace, nothing, orNull, page, pageOf, withLookahead } from './shapes.ts'

const url = Type.String({
  minLength: 1,
  maxLength: sizes.url,
  description:
    'An https URL on the public internet. With ALLOW_PRIVATE_NETWORK, http and private addresses are also allowed.',
  examples: ['https://example.com/carillon'],
})
const events = Type.Array(Type.Enum([...eventNames], { type: 'string' }), {
  minItems: 1,
  maxItems: eventNames.length,
  uniqueItems: true,
  examples: [['delivery.sent', 'delivery.failed', 'message.received']],
})
export const inSubscription = Type.Object({ ws: id, id })
const path = '/workspaces/:ws/subscriptions'
export const placeOf = (params: { ws: number; id: number }) => ({ workspaceId: params.ws, id: params.id })

export function subscriptionRoutes(app: ManageApp, deps: HttpDeps): void {
  const { db, clock } = deps

  app.get(
    path,
    route(read('viewer'), 'listSubscriptions', 'List subscriptions', {
      description: 'Secrets are never shown.',
      params: inWorkspace,
      querystring: body(page),
      response: { 200: listOf('Subscription') },
    }),
    async (request) => {
      const { cursor, limit = 50 } = request.query
      const found = await subscriptionsOf(db, clock.now(), request.params.ws, cursorId(cursor, 0), withLookahead(limit))
      return pageOf(found.map(withShownUrl(request)), limit)
    },
  )

  app.post(
    path,
    route(change('admin', 'subscription'), 'subscribe', 'Create a subscription', {
      description:
        'Events are sent to the URL of the subscription. The response contains the secret, which is shown only once.',
      params: inWorkspace,
      body: body({ url, events }),
      response: { 201: 'NewSubscription' },
    }),
    async (request) => subscribe(deps, clock.now(), request.params.ws, request.body),
  )

  app.get(
    `${path}/:id`,
    route(read('viewer'), 'readSubscription', 'Read a subscription and the state of its receiver', {
      params: inSubscription,
      response: { 200: 'Subscription' },
    }),
    async (request) => withShownUrl(request)(await subscriptionOf(db, clock.now(), placeOf(request.params))),
  )

  app.patch(
    `${path}/:id`,
    route(
      change('admin', 'subscription', 'id'),
      'changeSubscription',
      'Change the URL or the events of a subscription',
      {
        description: 'Pending events are sent to the new URL.',
        params: inSubscription,
        body: body({ url: Type.Optional(url), events: Type.Optional(events) }),
        response: { 200: 'Subscription' },
      },
    ),
    async ({ params, body: change }) => changeSubscription(deps, clock.now(), placeOf(params), change),
  )

  app.delete(
    `${path}/:id`,
    route(change('admin', 'subscription', 'id'), 'unsubscribe', 'Remove a subscription', {
      description: 'The pending events of the subscription are not sent.',
      params: inSubscription,
      response: { 204: nothing },
    }),
    async (request) => unsubscribe(db, placeOf(request.params)),
  )
}

/** The routes for the secret and for the state of a subscription. */
export function subscriptionStateRoutes(app: ManageApp, { db, clock, seal }: HttpDeps): void {
  app.post(
    `${path}/:id/rotate-secret`,
    route(change('admin', 'subscription', 'id'), 'rotateSecret', 'Rotate the secret of a subscription', {
      description:
        'For 24 hours, events are signed with the old secret and the new secret. With `immediately`, only the new secret signs them.',
      params: inSubscription,
      body: orNull(body({ immediately: Type.Optional(Type.Boolean({ default: false })) })),
      response: { 200: 'RotatedSecret' },
    }),
    async ({ params, body: input }) =>
      rotateSecret(db, clock.now(), seal, placeOf(params), input?.immediately ?? false),
  )

  app.post(
    `${path}/:id/disable`,
    route(change('admin', 'subscription', 'id'), 'disableSubscription', 'Disable a subscription', {
      description: 'Events are still recorded, so that they can be replayed.',
      params: inSubscription,
      response: { 200: 'Subscription' },
    }),
    async ({ params }) => disable(db, clock.now(), placeOf(params)),
  )

  app.post(
    `${path}/:id/reactivate`,
    route(change('admin', 'subscription', 'id'), 'reactivateSubscription', 'Reactivate a subscription', {
      description: 'The number of failures starts at zero. Use the operation replayEvents to send the missed events.',
      params: inSubscription,
      response: { 200: 'Subscription' },
    }),
    async ({ params }) => reactivate(db, clock.now(), placeOf(params)),
  )
}

/** Masks the query of the URL for viewers, because the query may contain a secret key. */
function withShownUrl(request: FastifyRequest) {
  const visibility = visibilityOf(request)
  return <T extends { url: string }>(subscription: T): T =>
    visibility === 'full' ? subscription : { ...subscription, url: maskedUrl(subscription.url) }
}
