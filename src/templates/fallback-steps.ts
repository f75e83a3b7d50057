// The steps of a fallback, as a send request or the sending defaults of a template state them.
import { type Static, Type } from 'typebox'
import { type ChannelName, channelNames } from '../channels/index.ts'
import { durationForm, parseDuration } from '../lib/text/duration.ts'
import { timing } from '../limits.ts'

/** The conditions that a message can reach, from the weakest to the strongest. */
export const reaches = ['delivered', 'read', 'acted'] as const
export type Reach = (typeof reaches)[number]

const channel = Type.Enum(channelNames, { type: 'string' })

const after = Type.String({
  pattern: '^[1-9][0-9]{0,6}[smhd]$',
  description: `The step starts this time after the step before it was sent. Without it, the step starts only when the step before it fails. ${durationForm} At most 7d.`,
  examples: ['15m'],
})

const unless = Type.Enum([...reaches], {
  type: 'string',
  default: 'delivered',
  description:
    'The step does not start if an earlier step was delivered, was read, or had one of its buttons pressed. `read` includes `acted`, and `delivered` includes both.',
})

/** The fields of a step. A request may also contain null in the optional fields. */
export const stepFields = { channel, after, unless }

/** The fallback of a template. */
export const defaultFallbackSchema = Type.Array(
  Type.Object({ channel, after: Type.Optional(after), unless: Type.Optional(unless) }, { additionalProperties: false }),
  {
    minItems: 2,
    maxItems: timing.fallbackSteps,
    description:
      'The steps of messages whose request has none of the fields `fallback`, `channel`, `digest` and `repeat`, as in the field `fallback` of a send request.',
  },
)

export type FallbackStep = Static<typeof defaultFallbackSchema>[number]

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

export type AddProblem = (field: string, message: string) => void

/** Returns the steps, and adds the problems that a schema cannot express. `name` is the name of the field in problems. */
export function fallbackSteps(fallback: FallbackStep[], name: string, add: AddProblem): RequestedStep[] {
  return fallback.map(({ channel, after, unless }, index) => {
    const field = `${name}.${index}`
    if (index === 0 && (after ?? unless) !== undefined)
      add(`${field}.${after === undefined ? 'unless' : 'after'}`, 'is not permitted in the first step')
    const isConditional = index > 0 && (after ?? unless) !== undefined
    const milliseconds = after === undefined ? undefined : durationOf(`${field}.after`, after, add)
    return { channel, after: milliseconds, unless: unless ?? 'delivered', isConditional, field: `${field}.unless` }
  })
}

/** Returns a time between steps in milliseconds, and adds a problem if it is too long. */
export function durationOf(field: string, text: string, add: AddProblem): number | undefined {
  const milliseconds = parseDuration(text)
  if (milliseconds !== undefined && milliseconds > timing.fallbackAfter) add(field, 'must be at most 7d')
  return milliseconds
}
