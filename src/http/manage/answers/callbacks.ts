// What the management API answers about buttons and callbacks: named shapes of the API document.
import { type TSchema, Type } from 'typebox'
import { mode, open, orNull, shape } from '../shapes.ts'
import { AT, at, number, string } from './answers.ts'

export const callbackStatuses = ['waiting', 'sending', 'received', 'failed'] as const

const callback = {
  id: number,
  delivery_id: number,
  action: Type.String({ description: "The action's slug." }),
  mode,
  url: Type.String({ description: 'Viewers see a mask for its query and fragment.' }),
  status: Type.Enum([...callbackStatuses], { type: 'string', description: 'failed: given up; it can be replayed.' }),
  attempts_made: number,
  next_at: orNull(at),
  dispatch_id: Type.String({ description: 'X-Service-Delivery-Id: the same on every attempt.' }),
  replay_of: orNull(Type.Integer({ description: 'The callback that this one repeats.' })),
  created_at: at,
  ended_at: orNull(at),
}

const attempts = Type.Array(
  Type.Object({
    attempt: number,
    started_at: at,
    latency_ms: number,
    received: Type.Boolean({ description: 'An answer of 2xx within 30 seconds.' }),
    status: orNull(Type.Integer({ description: 'Of the answer; null when none came.' })),
    reason: orNull(Type.String({ description: 'Why it does not count as received.' })),
    excerpt: orNull(Type.String({ description: 'The beginning of the answer. Viewers see a mask.' })),
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
    body: open('As it is sent. Viewers see a mask for the values of payload.'),
    attempts,
  }),
  shape('TimelineCallback', { ...callback, attempts }),
  shape('TimelineAction', {
    slug: string,
    label: string,
    expires_at: at,
    used_at: orNull(at),
    used_by: orNull(Type.String({ description: 'The name of whoever took it, as the channel tells it.' })),
    used_via: orNull(Type.Enum(['link', 'tap'], { type: 'string' })),
  }),
] satisfies TSchema[]
