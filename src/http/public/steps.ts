// The steps of a message with `fallback` or `repeat`, in responses of the send routes.
import { Type } from 'typebox'
import type { PlannedStep } from '../../admission/fallback/schema.ts'
import { channelNames, channelOf } from '../../channels/index.ts'

const step = {
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

const { delivery_id: _, ...planned } = step

export const plannedSteps = Type.Optional(
  Type.Array(
    Type.Object({
      ...planned,
      price: Type.Object(
        {
          account: Type.Union([Type.Enum(['quota', 'whatsapp'], { type: 'string' }), Type.Null()]),
          credits: Type.Integer(),
        },
        {
          description:
            'The account that pays when the step starts, and the credits if this account is used up. A test message is free.',
        },
      ),
      content: Type.Optional(
        Type.Object(
          { body: Type.String() },
          { additionalProperties: true, description: 'The content of a waiting step. Absent for a repeat.' },
        ),
      ),
    }),
    { description: 'The steps of `fallback`, or the repeats of `repeat`.' },
  ),
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

/** Returns the field `steps` of a dry run. */
export function plannedStepsOf(steps: PlannedStep[] | undefined, isLive: boolean) {
  if (!steps) return {}
  return {
    steps: steps.map(({ channel, state, reason, content }) => {
      const { account = 'quota', credits } = channelOf(channel)
      const { masked: _, ...shown } = content ?? {}
      return {
        channel,
        status: state,
        reason,
        price: isLive ? { account, credits } : { account: null, credits: 0 },
        ...(content ? { content: shown } : {}),
      }
    }),
  }
}
