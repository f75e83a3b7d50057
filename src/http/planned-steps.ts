// The steps of a message with `fallback` or `repeat`, in the answer of a dry run.
import { Type } from 'typebox'
import type { Charged } from '../admission/entry.ts'
import { reaches } from '../admission/fallback/schema.ts'
import { channelOf } from '../channels/index.ts'
import { forecastSteps } from '../fallbacks/forecast.ts'
import { SECOND } from '../limits.ts'
import { step } from './public/steps.ts'

const { delivery_id: _, ...planned } = step

export const plannedSteps = Type.Optional(
  Type.Array(
    Type.Object({
      ...planned,
      address: Type.Union([Type.String(), Type.Null()], {
        description: 'The address to which the step would be sent now. null if the recipient has none.',
      }),
      after_seconds: Type.Union([Type.Number(), Type.Null()], {
        description: 'null if the step starts only after a failure of the step before it.',
      }),
      unless: Type.Union([Type.Enum([...reaches], { type: 'string' }), Type.Null()], {
        description: 'null for the first step.',
      }),
      starts_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        description:
          'The time at which the step starts if each step before it is sent at its time and does not reach the condition. null for a step that starts only after a failure, that is skipped, or that would start after the message has expired.',
      }),
      deferred_until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        description: 'The end of the quiet hours for which the step would wait at this time.',
      }),
      obstacle: Type.Union([Type.String(), Type.Null()], {
        description:
          'The reason why a waiting step would be skipped if it started now. It is decided again when the step starts.',
      }),
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

/** Returns the field `steps` of a dry run. `due` is the time at which the first step is due without quiet hours. */
export function plannedStepsOf({ steps, charge, ...message }: Charged, now: Date, due: Date) {
  if (!steps) return {}
  const forecasts = forecastSteps({ ...message, steps }, now, due)
  return {
    steps: steps.map(({ channel, address, after, unless, state, reason, obstacle, content }, index) => {
      const { startsAt, deferredUntil } = forecasts[index] ?? {}
      const { account = 'quota', credits } = channelOf(channel)
      const { masked: _, ...shown } = content ?? {}
      return {
        channel,
        address,
        status: state,
        reason,
        obstacle,
        after_seconds: after === undefined ? null : after / SECOND,
        unless: index === 0 ? null : unless,
        starts_at: startsAt?.toISOString() ?? null,
        deferred_until: deferredUntil?.toISOString() ?? null,
        price: charge ? { account, credits } : { account: null, credits: 0 },
        ...(content ? { content: shown } : {}),
      }
    }),
  }
}
