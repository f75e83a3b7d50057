// The fields `fallback` and `repeat` of a send request: their schemas, and the rules that a schema cannot express.
import { type Static, Type } from 'typebox'
import type { Content } from '../../channels/contract.ts'
import { type ChannelName, channelNames } from '../../channels/index.ts'
import { orNull, type WithoutNull } from '../../lib/json/nullable.ts'
import { durationForm, parseDuration } from '../../lib/text/duration.ts'
import { timing } from '../../limits.ts'

/** The conditions that a message can reach, from the weakest to the strongest. */
export const reaches = ['delivered', 'read', 'acted'] as const
export type Reach = (typeof reaches)[number]

const stepSchema = Type.Object(
  {
    channel: Type.Enum(channelNames, { type: 'string' }),
    after: Type.Optional(
      orNull(
        Type.String({
          pattern: '^[1-9][0-9]{0,6}[smhd]$',
          description: `The step starts this time after the step before it was sent. Without it, the step starts only when the step before it fails. ${durationForm} At most 7d.`,
          examples: ['15m'],
        }),
      ),
    ),
    unless: Type.Optional(
      orNull(
        Type.Enum([...reaches], {
          type: 'string',
          default: 'delivered',
          description:
            'The step does not start if an earlier step was delivered, was read, or had one of its buttons pressed. `read` includes `acted`, and `delivered` includes both.',
        }),
      ),
    ),
  },
  { additionalProperties: false },
)

export const fallbackSchema = Type.Array(stepSchema, {
  minItems: 2,
  maxItems: timing.fallbackSteps,
  description:
    'The channels of the message, in order. The first step is sent at once, and the others only if the message has not arrived. Each step is charged when it starts. Excludes `channel`.',
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

/** A requested step. `channel` is undefined for a repeat, which uses the channel of the first message. */
export interface RequestedStep {
  channel: ChannelName | undefined
  /** Milliseconds after the sending of the step before. Undefined if the step waits for a failure. */
  after: number | undefined
  unless: Reach
  /** Whether the request states the time or the condition of the step. */
  isConditional: boolean
  /** The field of the condition in errors. */
  field: string
}

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

type Add = (field: string, message: string) => void

/** Returns the steps of a request, or undefined for a request with neither `fallback` nor `repeat`. */
export function parseSteps(request: StepFields, add: Add): RequestedStep[] | undefined {
  const { fallback, repeat } = request
  if (fallback === undefined && repeat === undefined) return undefined
  if (fallback && repeat) add('repeat', 'cannot be used with fallback')
  if (fallback && request.channel !== undefined)
    add('channel', 'cannot be used with fallback, whose steps name their channels')
  const steps = fallback ? fallbackSteps(fallback, add) : repeatSteps(repeat, add)
  const acted = steps.find(({ unless, isConditional }) => unless === 'acted' && isConditional)
  if (acted && !request.actions?.length) add(acted.field, 'is acted, so the message needs actions')
  return steps
}

function fallbackSteps(fallback: NonNullable<StepFields['fallback']>, add: Add): RequestedStep[] {
  return fallback.map(({ channel, after, unless }, index) => {
    const field = `fallback.${index}`
    if (index === 0 && (after ?? unless) !== undefined)
      add(`${field}.${after === undefined ? 'unless' : 'after'}`, 'is not permitted in the first step')
    const isConditional = index > 0 && (after ?? unless) !== undefined
    const milliseconds = after === undefined ? undefined : durationOf(`${field}.after`, after, add)
    return { channel, after: milliseconds, unless: unless ?? 'delivered', isConditional, field: `${field}.unless` }
  })
}

function repeatSteps(repeat: StepFields['repeat'], add: Add): RequestedStep[] {
  if (!repeat) return []
  const after = durationOf('repeat.every', repeat.every, add)
  const { until: unless = 'acted' } = repeat
  const step = { channel: undefined, unless, field: 'repeat.until' }
  const first: RequestedStep = { ...step, after: undefined, isConditional: false }
  return [first, ...Array.from({ length: repeat.at_most }, () => ({ ...step, after, isConditional: true }))]
}

function durationOf(field: string, text: string, add: Add): number | undefined {
  const milliseconds = parseDuration(text)
  if (milliseconds !== undefined && milliseconds > timing.fallbackAfter) add(field, 'must be at most 7d')
  return milliseconds
}
