// The steps of a message with `fallback` or `repeat`, in responses of the send routes.
import { Type } from 'typebox'
import type { PlannedStep } from '../../admission/fallback/schema.ts'
import { channelNames } from '../../channels/index.ts'

export const step = {
  channel: Type.Enum(channelNames, { type: 'string' }),
  status: Type.Enum(['started', 'waiting', 'skipped'], { type: 'string' }),
  delivery_id: Type.Union([Type.Integer(), Type.Null()]),
  reason: Type.Union([Type.String(), Type.Null()], { description: 'The reason why the step is skipped.' }),
}

export const acceptedSteps = Type.Optional(
  Type.Array(Type.Object(step), {
    description:
      'The steps of `fallback`, or the repeats of `repeat`. The response describes the step that starts first.',
  }),
)

/** Returns the field `steps` of an accepted message. A message without steps has no such field. */
export function acceptedStepsOf(steps: PlannedStep[] | undefined, deliveryId: number) {
  if (!steps) return {}
  return {
    steps: steps.map(({ channel, state, reason }) => ({
      channel,
      status: state,
      delivery_id: state === 'started' ? deliveryId : null,
      reason,
    })),
  }
}
