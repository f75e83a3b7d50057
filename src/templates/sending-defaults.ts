// The send fields that a template may set for its messages, and their validation.
import { Type } from 'typebox'
import { collectDetails, refuseInvalid } from '../errors.ts'
import { durationForm, parseDuration } from '../lib/text/duration.ts'
import { lengths, timing } from '../limits.ts'
import type { SendingDefaults } from '../store/templates/sending-defaults.ts'
import { defaultFallbackSchema, fallbackSteps } from './fallback-steps.ts'

export const sendingFields = {
  expires_after: Type.String({
    pattern: '^[1-9][0-9]{0,6}[smhd]$',
    description: `The message is not sent later than this time after it was due. Then it fails with the reason \`expired\`, and is refunded. ${durationForm} At most 7d. The limit of the installation (\`DELIVERY_MAX_AGE\`) also applies.`,
    examples: ['6h'],
  }),
  category: Type.String({
    minLength: 1,
    maxLength: lengths.templateSlug,
    description: 'The slug of a category of the workspace. Recipients can decline a category on a channel.',
    examples: ['newsletter'],
  }),
  quiet_hours: Type.Enum(['respect', 'ignore'], {
    type: 'string',
    description:
      'Whether the message waits for the end of the quiet hours of the recipient or workspace. Default: `respect`, but `ignore` for messages with high priority and for essential templates.',
  }),
}

export const sendingDefaultsSchema = Type.Object(
  {
    expires_after: Type.Optional(sendingFields.expires_after),
    quiet_hours: Type.Optional(sendingFields.quiet_hours),
    category: Type.Optional(sendingFields.category),
    fallback: Type.Optional(defaultFallbackSchema),
  },
  {
    additionalProperties: false,
    description:
      'Values of send fields for requests that omit them. If a later request omits this field, it stays unchanged.',
  },
)

/** Returns the defaults. Throws validation_failed for a value that a send request must not have either. */
export function checkedDefaults(defaults: SendingDefaults): SendingDefaults {
  const { details, add } = collectDetails()
  const expiresAfter = parseDuration(defaults.expires_after ?? '')
  if (expiresAfter !== undefined && expiresAfter > timing.expiresAfter)
    add('defaults.expires_after', 'must be at most 7d')
  fallbackSteps(defaults.fallback ?? [], 'defaults.fallback', add)
  if (Object.keys(details).length > 0) refuseInvalid(details)
  return defaults
}
