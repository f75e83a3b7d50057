// Response schemas of the management API: subscriptions, their events, and notices.
import { type TSchema, Type } from 'typebox'
import { eventNames } from '../../../events/catalog.ts'
import { mode, open, orNull, shape } from '../shapes.ts'
import { AT, at, number, string } from './answers.ts'
import { sentRequest } from './callbacks.ts'

const event = Type.Enum([...eventNames], { type: 'string' })
const DISPATCH = 'msg_0e4c2f9ab1d84f6c9e5d7a31b6f08c2d'

const subscription = {
  id: number,
  url: Type.String({ description: 'The URL. For viewers, its query and fragment are masked.' }),
  events: Type.Array(event),
  status: Type.Enum(['active', 'disabled'], { type: 'string' }),
  disabled_at: orNull(at),
  disabled_reason: orNull(string),
  failures: Type.Integer({ description: 'Consecutive failed attempts.' }),
  failing_since: orNull(at),
  previous_secret_until: orNull(
    Type.String({ format: 'date-time', description: 'Until this time, the old secret also signs events.' }),
  ),
  created_at: at,
  updated_at: at,
}
const subscriptionExample = {
  id: 4,
  url: 'https://example.com/carillon',
  events: ['delivery.sent', 'delivery.failed'],
  status: 'active',
  disabled_at: null,
  disabled_reason: null,
  failures: 0,
  failing_since: null,
  previous_secret_until: null,
  created_at: AT,
  updated_at: AT,
}
const secret = Type.String({ description: 'The secret: whsec_ followed by base64 text. It is shown only once.' })

const entry = {
  id: number,
  event,
  event_id: Type.String({ description: 'The id of the event. It is the same for every subscription and replay.' }),
  dispatch_id: Type.String({
    description: 'The value of X-Service-Delivery-Id and webhook-id. It is the same on every attempt.',
  }),
  delivery_id: orNull(number),
  mode,
  test: Type.Boolean({ description: 'A test event.' }),
  replay_of: orNull(Type.Integer({ description: 'The id of the entry that this entry repeats.' })),
  status: Type.Enum(['waiting', 'sending', 'received', 'failed', 'held'], {
    type: 'string',
    description:
      'failed: there are no further attempts. held: the event was recorded while the subscription was disabled. Failed and held events can be replayed.',
  }),
  attempts_made: number,
  next_at: orNull(at),
  created_at: at,
  ended_at: orNull(at),
}

const outcome = {
  event_id: string,
  dispatch_id: string,
  received: Type.Boolean({ description: 'The receiver answered with 2xx within 30 seconds.' }),
  status: orNull(Type.Integer({ description: 'The HTTP status of the response. null if there was no response.' })),
  latency_ms: number,
  reason: orNull(Type.String({ description: 'The reason why the attempt failed.' })),
  excerpt: orNull(Type.String({ description: 'The beginning of the response. Viewers see a mask instead.' })),
}

const attempt = {
  id: number,
  event_entry: number,
  event: string,
  test: Type.Boolean({ description: 'An attempt of a test event.' }),
  mode,
  attempt: number,
  started_at: at,
  ...outcome,
  request: sentRequest,
}

export const eventShapes = [
  shape('Subscription', subscription, subscriptionExample),
  shape(
    'NewSubscription',
    { ...subscription, secret },
    { ...subscriptionExample, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
  ),
  shape('RotatedSecret', { id: number, secret, previous_secret_until: orNull(at) }),
  shape('SubscriptionEvent', entry),
  shape('SubscriptionEventDetail', {
    ...entry,
    body: open(
      'The body of the request. For viewers, the values of `payload` are masked. An error that contains the value of a sensitive variable is masked too.',
    ),
    attempts: Type.Array(Type.Object(attempt)),
  }),
  shape('EventAttempt', attempt, {
    id: 12,
    event_entry: 9,
    event: 'delivery.sent',
    test: false,
    mode: 'live',
    attempt: 1,
    started_at: AT,
    event_id: 'evt_6fZkq0Jt2WcQeXb9LrNv4MdY',
    dispatch_id: DISPATCH,
    received: false,
    status: 503,
    latency_ms: 84,
    reason: 'the endpoint returned 503 instead of 2xx',
    excerpt: 'Service Unavailable',
    request: {
      url: 'https://example.com/carillon',
      headers: { 'X-Service-Event': 'delivery.sent', 'X-Service-Delivery-Id': DISPATCH },
    },
  }),
  shape('EndpointFigures', {
    subscription_id: number,
    attempts: number,
    received: Type.Integer({ description: 'The attempts that the endpoint answered with 2xx within 30 seconds.' }),
    p50_ms: orNull(Type.Integer({ description: 'The median of the response times. null without a response.' })),
    p95_ms: orNull(Type.Integer({ description: '95 % of the responses took at most this time.' })),
    since: Type.String({ format: 'date-time', description: 'The attempts since this time were counted.' }),
  }),
  shape('TestEventResult', { event, ...outcome }),
  shape(
    'Notice',
    {
      id: number,
      kind: Type.Enum(['subscription_disabled'], { type: 'string' }),
      recipients: Type.Array(Type.String()),
      subject: string,
      body: string,
      at,
      mail: Type.Enum(['waiting', 'sent', 'kept', 'failed'], {
        type: 'string',
        description:
          'kept: the notice was not sent by email, because SMTP_URL is not set, no address is known, or the daily limit of notices was reached.',
      }),
      problem: orNull(Type.String({ description: 'The reason why the mail server refused the email.' })),
    },
    {
      id: 2,
      kind: 'subscription_disabled',
      recipients: ['ops@shop.example'],
      subject: 'Carillon: a webhook endpoint was disabled',
      body: 'Webhook endpoint 4 was disabled because 10 attempts in a row failed.\n\nWorkspace: Shop\nHost: shop. example\n\n…',
      at: AT,
      mail: 'sent',
      problem: null,
    },
  ),
] satisfies TSchema[]
