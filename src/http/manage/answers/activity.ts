// Response schemas of the management API: the pending messages and the latest outcomes of connections.
import { type TSchema, Type } from 'typebox'
import { orNull, shape } from '../shapes.ts'

const at = Type.String({ format: 'date-time' })
const count = (description: string) => Type.Integer({ description })
const ended = count('Milliseconds from the start of the attempt to its end.')

export const activityShapes = [
  shape('ConnectionActivity', {
    pending: Type.Object(
      {
        due: count('Messages that are ready to be sent.'),
        retrying: count('Messages that wait after a failed attempt.'),
        paused: count('Messages that wait until the pause of the channel ends.'),
        scheduled: count('Messages that wait for their time. Counted only among the searched messages.'),
        throttled: count(
          'Messages that wait because the provider limits messages. Counted only among the searched messages.',
        ),
        capped: Type.Boolean({
          description: 'True if a number is higher than shown, because counting stops at 1,000.',
        }),
        oldest_at: orNull(
          Type.String({
            format: 'date-time',
            description: 'The time at which the oldest due, retrying or paused message was accepted.',
          }),
        ),
      },
      { description: 'The pending messages of this channel of the source.' },
    ),
    searched: Type.Object(
      {
        messages: count('The latest live messages of the workspace, at most 10,000.'),
        since: orNull(at),
        complete: Type.Boolean({ description: 'True if the workspace has no older messages.' }),
        own: count('The messages of this channel of the source among them. At most 1,000 are counted.'),
      },
      { description: 'The messages that were searched for outcomes.' },
    ),
    connections: Type.Array(
      Type.Object({
        id: orNull(Type.Integer({ description: 'null: attempts that used several connections, or an unknown one.' })),
        pending: count('Messages that only this connection can send, while it is paused.'),
        attempts: Type.Integer(),
        outcomes: Type.Record(Type.String(), Type.Integer(), { description: 'The number of attempts by outcome.' }),
        p50_ms: orNull(Type.Integer({ description: 'The median of the durations of the attempts.' })),
        p95_ms: orNull(Type.Integer({ description: '95 % of the attempts took at most this time.' })),
        last_at: orNull(at),
      }),
      { description: 'The connections in their order.' },
    ),
  }),
  shape('ConnectionAttempt', {
    delivery_id: Type.Integer(),
    recipient_name: Type.String(),
    attempt: Type.Integer(),
    started_at: at,
    latency_ms: ended,
    outcome: Type.String(),
    provider_status: orNull(Type.String()),
    code: orNull(Type.String()),
    reason: orNull(Type.String({ description: 'Viewers see a mask in place of a sensitive value.' })),
  }),
] satisfies TSchema[]
