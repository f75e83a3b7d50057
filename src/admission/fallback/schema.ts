// The fields `fallback` and `repeat` of a send request: their schemas, and the rules that a schema cannot express.
import { type Static, Type } from 'typebox'
import type { Content } from '../../channels/contract.ts'
import type { ChannelName } from '../../channels/index.ts'
import { orNull, type WithoutNull } from '../../lib/json/nullable.ts'
import { durationForm } from '../../lib/text/duration.ts'
import { timing } from '../../limits.ts'
import {
  type AddProblem,
  durationOf,
  fallbackSteps,
  type Reach,
  type RequestedStep,
  reaches,
  stepFields,
} from '../../templates/fallback-steps.ts'

export { type Reach, type RequestedStep, reaches } from '../../templates/fallback-steps.ts'

const requestedStepSchema = Type.Object(
  {
    channel: stepFields.channel,
    after: Type.Optional(orNull(stepFields.after)),
    unless: Type.Optional(orNull(stepFields.unless)),
  },
  { additionalProperties: false },
)

/** An empty list sends the message without the fallback of its template. */
export const fallbackSchema = Type.Array(requestedStepSchema, {
  maxItems: timing.fallbackSteps,
  description:
    'The channels of the message, in order: at least two. The first step is sent at once, and the others only if the message has not arrived. Each step is charged when it starts. Excludes `channel`. Default: the fallback of the template, unless the request has `channel`, `digest` or `repeat`. An empty list sends the message without the fallback of the template.',
})

export const repeatSchema = Type.Object(
  {
    every: Type.String({
      pattern: '^[1-9][0-9]{0,6}[smhd]$',
      description: `The time between the sending of a message and the next repeat. ${durationForm} At most 7d.`,
      examples: ['10m'],
    }),
    until: Type.Optional(
      orNull(
        Type.Enum([...reaches], {
          type: 'string',
          default: 'acted',
          description: 'The message is not repeated after it has reached this.',
        }),
      ),
    ),
    at_most: Type.Integer({
      minimum: 1,
      maximum: timing.repeats,
      description: 'The most repeats after the first message.',
    }),
  },
  {
    additionalProperties: false,
    description: 'Repeats the message on the same channel. Each repeat is charged when it starts. Excludes `fallback`.',
  },
)

/** A step of an accepted message. */
export interface PlannedStep {
  channel: ChannelName
  after: number | undefined
  unless: Reach
  state: 'started' | 'waiting' | 'skipped'
  /** The reason of a skipped step. */
  reason: string | null
  /** The address to which the step would be sent now. Null if the recipient has none. */
  address: string | null
  /** The reason why a waiting step would be skipped if it started now. */
  obstacle: string | null
  /** The message of a waiting step. Null if it equals the first message. */
  content: Content | null
}

interface StepFields {
  fallback?: WithoutNull<Static<typeof fallbackSchema>>
  repeat?: WithoutNull<Static<typeof repeatSchema>>
  channel?: ChannelName
  actions?: unknown[]
}

/** Returns the steps of a request, or undefined for a request without steps. */
export function parseSteps(request: StepFields, add: AddProblem): RequestedStep[] | undefined {
  const { repeat } = request
  const fallback = request.fallback?.length === 0 ? undefined : request.fallback
  if (fallback === undefined && repeat === undefined) return undefined
  if (fallback?.length === 1) add('fallback', 'must have at least 2 steps, or none')
  if (fallback && repeat) add('repeat', 'cannot be used with fallback')
  if (fallback && request.channel !== undefined)
    add('channel', 'cannot be used with fallback, whose steps name their channels')
  const steps = fallback ? fallbackSteps(fallback, 'fallback', add) : repeatSteps(repeat, add)
  const lacking = lackingActions(steps, request.actions)
  if (lacking) add(lacking.field, lacking.message)
  return steps
}

/** Returns the problem of a message without buttons that has a step "unless acted". */
export function lackingActions(
  steps: RequestedStep[],
  actions: unknown[] | undefined,
): { field: string; message: string } | undefined {
  const acted = steps.find(({ unless, isConditional }) => unless === 'acted' && isConditional)
  if (!acted || actions?.length) return undefined
  return { field: acted.field, message: 'is acted, so the message needs actions' }
}

function repeatSteps(repeat: StepFields['repeat'], add: AddProblem): RequestedStep[] {
  if (!repeat) return []
  const after = durationOf('repeat.every', repeat.every, add)
  const { until: unless = 'acted' } = repeat
  const step = { channel: undefined, unless, field: 'repeat.until' }
  const first: RequestedStep = { ...step, after: undefined, isConditional: false }
  return [first, ...Array.from({ length: repeat.at_most }, () => ({ ...step, after, isConditional: true }))]
}
