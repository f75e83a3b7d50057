// Response schemas of the management API: buttons and callbacks.
import { type TSchema, Type } from 'typebox'
import { mode, open, orNull, shape } from '../shapes.ts'
import { AT, at, number, string } from './answers.ts'

export const callbackStatuses = ['waiting', 'sending', 'received', 'failed'] as const

const callback = {
  id: number,
  delivery_id: number,
  action: Type.String({ description: "The action's slug." }),
  mode,
  url: Type.String({ description: 'The URL. For viewers, its query and fragment are masked.' }),
  status: Type.Enum([...callbackStatuses], {
    type: 'string',
    description: 'failed: there are no further attempts. The callback can be replayed.',
  }),
  attempts_made: number,
  next_at: orNull(at),
  dispatch_id: Type.String({ description: 'The value of X-Service-Delivery-Id. It is the same on every attempt.' }),
  replay_of: orNull(Type.Integer({ description: 'The id of the callback that this callback repeats.' })),
  created_at: at,
  ended_at: orNull(at),
}

/** The request of an attempt at an endpoint or a callback URL. */
export const sentRequest = orNull(
  Type.Object(
    {
      url: Type.String({ description: 'The URL of the request. For viewers, its query and fragment are masked.' }),
      headers: Type.Record(Type.String(), Type.String(), {
        description:
          'The headers that Carillon set, without those that HTTP requires, such as Host. For viewers, signatures are masked.',
      }),
    },
    { description: 'null if no request was sent, or if version 0.1.0 made the attempt.' },
  ),
)

const attempts = Type.Array(
  Type.Object({
    attempt: number,
    started_at: at,
    latency_ms: number,
    received: Type.Boolean({ description: 'The receiver answered with 2xx within 30 seconds.' }),
    status: orNull(Type.Integer({ description: 'The HTTP status of the response. null if there was no response.' })),
    reason: orNull(Type.String({ description: 'The reason why the attempt failed.' })),
    excerpt: orNull(Type.String({ description: 'The beginning of the response. Viewers see a mask instead.' })),
    request: sentRequest,
  }),
)

export const callbackShapes = [
  shape('Callback', callback, {
    id: 12,
    delivery_id: 17,
    action: 'confirm',
    mode: 'live',
    url: 'https://shop.example/callbacks',
    status: 'failed',
    attempts_made: 4,
    next_at: null,
    dispatch_id: 'msg_0e4c2f9ab1d84f6c9e5d7a31b6f08c2d',
    replay_of: null,
    created_at: AT,
    ended_at: AT,
  }),
  shape('CallbackDetail', {
    ...callback,
    body: open('The body of the request. For viewers, the values of `payload` are masked.'),
    attempts,
  }),
  shape('TimelineCallback', { ...callback, attempts }),
  shape('TimelineAction', {
    slug: string,
    label: string,
    expires_at: at,
    used_at: orNull(at),
    used_by: orNull(
      Type.String({ description: 'The name of the person who pressed the button. The channel reports this name.' }),
    ),
    used_via: orNull(
      Type.Enum(['link', 'tap'], {
        type: 'string',
        description: 'How the button was pressed: by its link, or in the chat.',
      }),
    ),
  }),
] satisfies TSchema[]
