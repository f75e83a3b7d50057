// Management routes of the events of a subscription. They list events and attempts, replay events and send test events.
import { Type } from 'typebox'
import { eventNames } from '../../events/catalog.ts'
import { endpointFigures } from '../../events/figures.ts'
import { eventsOf } from '../../events/list.ts'
import { replay } from '../../events/replay.ts'
import { shownAttemptsOf, shownEventOf } from '../../events/subscription-list.ts'
import { sendTestEvent } from '../../events/test-event.ts'
import type { HttpDeps } from '../deps.ts'
import { change, type ManageApp, read, route } from './access/rules.ts'
import { visibilityOf } from './access/visibility.ts'
import { listOf, searchedListOf } from './answers/answers.ts'
import {
  ABOVE_EVERY_ID,
  body,
  cursorId,
  dateOf,
  dateTime,
  id,
  inWorkspace,
  orNull,
  page,
  pageOf,
  searchedPage,
  text,
  withLookahead,
} from './shapes.ts'
import { inSubscription, placeOf } from './subscriptions.ts'

const eventName = Type.Enum([...eventNames], { type: 'string' })
const path = '/workspaces/:ws/subscriptions/:id'

export function subscriptionEventRoutes(app: ManageApp, { db }: HttpDeps): void {
  app.get(
    `${path}/events`,
    route(read('viewer'), 'listSubscriptionEvents', 'List the events of the last 7 days, newest first', {
      params: inSubscription,
      querystring: body({
        ...page,
        status: Type.Optional(Type.Enum(['waiting', 'sending', 'received', 'failed', 'held'], { type: 'string' })),
        event: Type.Optional(eventName),
        delivery: Type.Optional(id),
      }),
      response: { 200: searchedListOf('SubscriptionEvent') },
    }),
    async ({ params, query: { cursor, limit = 50, ...filter } }) =>
      searchedPage(
        await eventsOf(db, placeOf(params), {
          ...filter,
          before: cursorId(cursor, ABOVE_EVERY_ID),
          limit: withLookahead(limit),
        }),
        limit,
      ),
  )

  app.get(
    `${path}/events/:entry`,
    route(read('viewer'), 'readSubscriptionEvent', 'Read an event with its body and all attempts', {
      params: Type.Object({ ws: id, id, entry: id }),
      response: { 200: 'SubscriptionEventDetail' },
    }),
    async (request) => shownEventOf(db, placeOf(request.params), request.params.entry, visibilityOf(request)),
  )

  app.get(
    `${path}/attempts`,
    route(read('viewer'), 'listAttempts', 'List the attempts of a subscription, newest first', {
      params: inSubscription,
      querystring: body(page),
      response: { 200: listOf('EventAttempt') },
    }),
    async (request) => {
      const { cursor, limit = 50 } = request.query
      const before = cursorId(cursor, ABOVE_EVERY_ID)
      const found = await shownAttemptsOf(
        db,
        placeOf(request.params),
        before,
        withLookahead(limit),
        visibilityOf(request),
      )
      return pageOf(found, limit)
    },
  )
}

export function endpointFigureRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/subscription-figures',
    route(read('viewer'), 'readEndpointFigures', 'Read the rates and response times of endpoints', {
      description:
        'The figures count the attempts of the last 24 hours: at most the latest 1,000 of the endpoint in `subscription`, or the latest 200 of each endpoint. Endpoints without attempts are left out.',
      params: inWorkspace,
      querystring: body({ subscription: Type.Optional(id) }),
      response: { 200: Type.Object({ data: Type.Array(Type.Ref('EndpointFigures')) }) },
    }),
    async ({ params, query }) => ({ data: await endpointFigures(db, clock.now(), params.ws, query.subscription) }),
  )
}

export function eventSendRoutes(app: ManageApp, deps: HttpDeps): void {
  const { db, clock, wakeWorkers } = deps

  app.post(
    `${path}/replay`,
    route(change('admin', 'subscription', 'id'), 'replayEvents', 'Send events again', {
      description: 'Select one event, the events of a period, or all events that were not received.',
      params: inSubscription,
      body: body({
        event_id: Type.Optional(text(64)),
        since: Type.Optional(dateTime('Replays events that were recorded at this time or later.')),
        until: Type.Optional(dateTime('Replays events that were recorded before this time.')),
        failed: Type.Optional(
          Type.Boolean({
            description:
              'Replays the events that failed or were recorded while the subscription was disabled, unless they were already replayed.',
          }),
        ),
      }),
      response: { 202: Type.Object({ replayed: Type.Integer() }) },
    }),
    async (request) => {
      const { since, until, ...rest } = request.body
      const answer = await replay(db, clock.now(), placeOf(request.params), {
        ...rest,
        since: since === undefined ? undefined : dateOf('since', since),
        until: until === undefined ? undefined : dateOf('until', until),
      })
      wakeWorkers()
      return answer
    },
  )

  app.post(
    `${path}/test`,
    route(change('admin', 'subscription', 'id'), 'sendTestEvent', 'Send a test event', {
      description: 'The request sends the example of an event. The response contains the result of the attempt.',
      params: inSubscription,
      body: orNull(body({ event: Type.Optional(eventName) })),
      response: { 200: 'TestEventResult' },
    }),
    async ({ params, body: input }) => sendTestEvent(deps, placeOf(params), input?.event),
  )
}
