// The field `digest` of a send request: its schema, and the checks that the schema cannot express.
import { type Static, Type } from 'typebox'
import { later } from '../../lib/clock.ts'
import type { JsonValue } from '../../lib/json/json-fields.ts'
import { orNull, type WithoutNull } from '../../lib/json/nullable.ts'
import { durationForm, parseDuration } from '../../lib/text/duration.ts'
import { DAY, digests } from '../../limits.ts'
import { type DigestItems, SERVICE_VALUES } from '../../templates/digest-values.ts'

/** The digest of a message, with times in milliseconds. */
export interface MessageDigest {
  key: string
  wait: number
  atMost: number
}

/** Returns the time at which a digest closes if no message joins it after `now`. It closes at the latest at `latest`. */
export function closingTime(now: Date, wait: number, latest: Date): Date {
  const end = later(now, wait)
  return end < latest ? end : latest
}

/** Returns the time at which a new digest closes if no other message joins it. */
export function digestEnd({ wait, atMost }: MessageDigest, now: Date): Date {
  return closingTime(now, wait, later(now, atMost))
}

const duration = (description: string, examples: string[]) =>
  Type.String({ pattern: '^[1-9][0-9]{0,6}[smhd]$', description: `${description} ${durationForm}`, examples })

export const digestSchema = Type.Object(
  {
    key: Type.String({
      minLength: 1,
      maxLength: digests.key,
      description: 'Messages with the same key, recipient, channel and template are sent as one message.',
    }),
    wait: duration('The digest is sent when no message has joined it for this time. At most 1d.', ['10m']),
    at_most: Type.Optional(
      orNull(
        duration('The digest is sent at the latest this long after its first message. Default 1d. At most 7d.', ['1h']),
      ),
    ),
  },
  {
    additionalProperties: false,
    description:
      'Collects messages and sends them as one delivery. The first message opens the digest and is charged. A later message joins the digest, is free, and gets the id of the same delivery. Not allowed together with `actions`, `media`, `attachments` and `scheduled_for`.',
  },
)

/** The fields that a message with a digest may not have. */
const NOT_IN_DIGESTS = ['actions', 'media', 'attachments', 'scheduled_for', 'fallback', 'repeat'] as const

/** The parts of a request that concern a digest. */
type DigestedRequest = { vars?: Record<string, string>; data?: JsonValue } & {
  [Field in (typeof NOT_IN_DIGESTS)[number]]?: unknown
}

type RequestedDigest = WithoutNull<Static<typeof digestSchema>>
type Report = (field: string, message: string) => void

const DEFAULT_AT_MOST = DAY

/** Returns the digest of a request and the item that its message adds. Reports all problems to `add`. */
export function digestOf(
  digest: RequestedDigest,
  request: DigestedRequest,
  add: Report,
): { digest: MessageDigest; items: DigestItems } {
  for (const field of NOT_IN_DIGESTS) {
    const value = request[field]
    if (value !== undefined && !(Array.isArray(value) && value.length === 0))
      add(field, 'is not possible together with digest')
  }
  const times = timesOf(digest, add)
  const { vars = {}, data } = request
  for (const name of SERVICE_VALUES)
    if (Object.hasOwn(vars, name)) add(`vars.${name}`, 'is a value that the service sets for a digest')
  const item = { vars, ...(data === undefined ? {} : { data }) }
  const size = JSON.stringify(item).length
  if (size > digests.item)
    add(
      'digest',
      `collects messages whose vars and data have at most ${digests.item} characters as JSON; this one has ${size}`,
    )
  return { digest: { key: digest.key, ...times }, items: { list: [item], count: 1 } }
}

function timesOf({ wait: waitText, at_most }: RequestedDigest, add: Report) {
  const wait = parseDuration(waitText) ?? 0
  const atMost = (at_most === undefined ? undefined : parseDuration(at_most)) ?? DEFAULT_AT_MOST
  if (wait > digests.wait) add('digest.wait', 'must be at most 1d')
  if (atMost > digests.atMost) add('digest.at_most', 'must be at most 7d')
  else if (at_most !== undefined && atMost < wait) add('digest.at_most', 'must be at least digest.wait')
  return { wait, atMost }
}
