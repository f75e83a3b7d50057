// The shape of a fallback in the public API and in the management API.
import { Type } from 'typebox'
import { channelNames } from '../channels/index.ts'
import { deliveryStates, statuses } from '../delivery-states.ts'
import { nullable } from './figures.ts'

const time = Type.String({ format: 'date-time' })

const step = Type.Object({
  channel: Type.Enum(channelNames, { type: 'string' }),
  after_seconds: nullable(Type.Number({ description: 'null if the step waits for a failure of the step before it.' })),
  unless: nullable(
    Type.Enum(['delivered', 'read', 'acted'], { type: 'string', description: 'null for the first step.' }),
  ),
  state: Type.Enum(['waiting', 'started', 'skipped', 'not_needed'], { type: 'string' }),
  reason: nullable(Type.String({ description: 'The reason why the step was skipped.' })),
  decided_at: nullable(time),
  delivery_id: nullable(Type.Integer()),
  status: nullable(Type.Enum([...statuses], { type: 'string' })),
  delivery_state: nullable(
    Type.Enum([...deliveryStates], {
      type: 'string',
      description:
        'What the delivery of the step waits for, or how it ended. It is more precise than `status`: a cancelled delivery has the status failed and the state cancelled.',
    }),
  ),
  attempts_made: nullable(Type.Integer({ description: 'The number of attempts that count, of at most 4.' })),
  acted: Type.Boolean({ description: 'Whether a button of the step was pressed.' }),
})

export const fallbackShape = Type.Object(
  {
    id: Type.Integer({ description: 'The id of the delivery of the first step.' }),
    state: Type.Enum(['open', 'ended'], { type: 'string' }),
    ended_reason: nullable(
      Type.Enum(['reached', 'last_step', 'cancelled', 'expired', 'stopped', 'no_failure'], { type: 'string' }),
    ),
    ended_at: nullable(time),
    next_at: nullable(
      Type.String({ format: 'date-time', description: 'The time at which the next step is considered.' }),
    ),
    steps: Type.Array(step),
  },
  { description: 'The fallback of which the delivery is a step. null for other deliveries.' },
)
