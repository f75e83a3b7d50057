// Response schemas of the management API: the figures of a period.
import { type TSchema, Type } from 'typebox'
import { channel, orNull, shape } from '../shapes.ts'
import { at, number, string } from './answers.ts'

const tally = {
  accepted: Type.Integer({ description: 'Accepted messages: the sum of sent, failed, cancelled and pending.' }),
  sent: Type.Integer({ description: 'Messages that a provider accepted. Includes delivered and read messages.' }),
  delivered: Type.Integer({ description: 'Delivered messages. Includes read messages.' }),
  read: number,
  failed: Type.Integer({ description: 'Failed messages. Cancelled messages are not included.' }),
  cancelled: number,
  pending: Type.Integer({ description: 'Messages that are queued or being sent.' }),
  failure_rate: orNull(
    Type.Number({ description: 'failed / (sent + failed), from 0 to 1. null if no message was sent or failed.' }),
  ),
  p50_ms: orNull(
    Type.Integer({
      description:
        'The time from the moment a message was due until its provider accepted it, in milliseconds: half of the sent messages took at most this long. An estimate, which may be up to 41 % too high or too low.',
    }),
  ),
  p95_ms: orNull(Type.Integer({ description: 'As p50_ms, for 95 % of the sent messages.' })),
}

const failure = Type.Object({
  count: number,
  message: orNull(Type.String({ description: 'The error of the newest of these messages. Masked as in the list.' })),
  remedy: orNull(Type.String({ description: 'The step that solves the problem.' })),
  delivery_id: Type.Integer({ description: 'The newest message that failed with this error.' }),
})

export const figureShapes = [
  shape('Figures', {
    from: at,
    to: at,
    unit: Type.Enum(['minute', 'hour', 'quarter_day', 'day'], {
      type: 'string',
      description: 'The length of a bucket. A quarter of a day is six hours.',
    }),
    time_zone: string,
    progress: Type.Enum(['complete', 'counting', 'limited'], {
      type: 'string',
      description:
        '`complete`: all messages of the period are counted. `counting`: the next request counts more messages. `limited`: the period has more messages than Carillon counts.',
    }),
    counted_from: orNull(
      Type.String({
        format: 'date-time',
        description: 'Only messages that were accepted since this time are counted. null if all are counted.',
      }),
    ),
    total: Type.Object(tally),
    buckets: Type.Array(Type.Object({ from: at, to: at, ...tally }), { description: 'Oldest first.' }),
    channels: Type.Array(Type.Object({ channel, ...tally }), {
      description: 'Channels with messages in the period, the channel with the most messages first.',
    }),
    sources: Type.Array(Type.Object({ source_id: number, name: string, ...tally }), {
      description: 'The 50 sources with the most messages in the period.',
    }),
    reasons: Type.Array(
      Type.Object({
        reason: Type.String({ description: 'The reason, as in a delivery.' }),
        channel,
        count: number,
        errors: Type.Array(failure, { description: 'The most frequent errors. Similar errors are counted together.' }),
      }),
      { description: 'The ten most frequent reasons of failures.' },
    ),
    queue: Type.Object(
      {
        due: number,
        retrying: number,
        paused: number,
        oldest_due_at: orNull(at),
      },
      {
        description:
          'Pending messages now: due, waiting for another attempt, or delayed because their connection is paused. At most 10,000 of each connection are counted.',
      },
    ),
  }),
] satisfies TSchema[]
