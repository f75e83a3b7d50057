// The schema of a send request, which defines its validation, its types and its API reference.
import { type Static, type TSchema, Type } from 'typebox'
import { addressTable, byField } from '../channels/addresses.ts'
import type { Content } from '../channels/contract.ts'
import { channelNames } from '../channels/index.ts'
import type { JsonValue } from '../lib/json/json-fields.ts'
import { orNull, type WithoutNull } from '../lib/json/nullable.ts'
import { dateTimeForms } from '../lib/text/date-time.ts'
import { durationForm } from '../lib/text/duration.ts'
import { lengths, sizes, timing } from '../limits.ts'
import type { SendableTemplate } from '../store/admission/catalog.ts'
import type { DigestItems } from '../templates/digest-values.ts'
import { sendingFields } from '../templates/sending-defaults.ts'
import { digestSchema, type MessageDigest } from './digests/request.ts'
import { fallbackSchema, type RequestedStep, repeatSchema } from './fallback/schema.ts'

/** Makes a field optional. Null has the same meaning as an absent field (decision 57). */
const optional = <T extends TSchema>(schema: T) => Type.Optional(orNull(schema))

const text = (
  maxLength: number,
  description: string,
  options: { minLength?: number; pattern?: string; examples?: string[] } = {},
) => Type.String({ minLength: 1, maxLength, description, ...options })

const { requested, requestedFields } = addressTable()

export const recipientSchema = Type.Object(
  {
    id: optional(Type.Integer({ minimum: 1, description: 'An existing recipient of the workspace.' })),
    name: optional(text(lengths.recipientName, 'The name of the recipient. Default: the address.')),
    ...byField(requested, ({ format: { maxLength, ...format }, description }) =>
      optional(
        description === undefined ? Type.String({ ...format, maxLength }) : text(maxLength, description, format),
      ),
    ),
    locale: optional(
      Type.String({
        maxLength: lengths.locale,
        pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$',
        examples: ['en'],
        description: 'Default `it`.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: `The recipient is found by id or address, and created if no address is known. Set at least one of id, ${requestedFields.join(', ')}.`,
  },
)

const actionSchema = Type.Object(
  {
    slug: text(lengths.actionSlug, 'The name of the action in the callback.'),
    label: optional(text(lengths.actionLabel, 'The text of the button. Default: the slug.')),
    callback_url: Type.String({
      format: 'uri',
      minLength: 1,
      maxLength: lengths.callbackUrl,
      description: 'The URL that receives a signed POST request when the recipient uses the action.',
    }),
    payload: optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: `Sent to the callback without changes. At most ${sizes.payloadBytes} bytes of JSON in UTF-8.`,
        },
      ),
    ),
  },
  { additionalProperties: false },
)

const mediaSchema = Type.Object(
  {
    url: Type.String({ format: 'uri', minLength: 1, maxLength: sizes.url, description: 'Public URL of the file.' }),
    type: optional(Type.Enum(['image', 'document', 'video'], { type: 'string', default: 'image' })),
    filename: optional(text(sizes.mediaFilename, 'Shown for documents.')),
    caption: optional(Type.String({ maxLength: lengths.mediaCaption })),
  },
  { additionalProperties: false },
)

const attachmentSchema = Type.Object(
  {
    filename: text(lengths.attachmentFilename, 'The name that the recipient sees.'),
    content: optional(
      Type.String({
        description:
          'The file in base64, with or without line breaks and padding, but not as a data URL. Set either content or url. Decoded files may have at most 10 MB per message and 30 MB per request.',
        contentEncoding: 'base64',
      }),
    ),
    url: optional(
      Type.String({
        format: 'uri',
        maxLength: sizes.url,
        description: 'Public URL of the file. Set either url or content.',
      }),
    ),
    mime_type: optional(
      text(lengths.attachmentMimeType, 'Default: derived from the filename.', {
        pattern: '^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+(\\s*;.*)?$',
        examples: ['application/pdf'],
      }),
    ),
  },
  { additionalProperties: false, description: 'An attachment. It has exactly one of content and url.' },
)

const limitSchema = Type.Object(
  {
    key: text(timing.limitKey, 'Messages with the same key to the same recipient count together.'),
    most: Type.Integer({ minimum: 1, maximum: timing.limitMost, description: 'The most messages in the period.' }),
    per: Type.String({
      pattern: '^[1-9][0-9]{0,6}[smhd]$',
      description: `The period. ${durationForm} At most 31d.`,
      examples: ['1h'],
    }),
  },
  {
    additionalProperties: false,
    description:
      'A message over the limit is not sent and not charged. The response is a ReplayResponse that describes the newest counted message. Failed messages do not count.',
  },
)

export const sendRequestSchema = Type.Object(
  {
    recipient: recipientSchema,
    template: text(lengths.templateSlug, 'Template slug.'),
    vars: optional(
      Type.Record(Type.String(), Type.String({ maxLength: sizes.variable }), {
        description: `Values for \`{{name}}\`, with at most ${sizes.variables} characters in total. The keys "1", "2", … are WhatsApp's positional parameters.`,
      }),
    ),
    data: Type.Optional(
      Type.Unsafe<JsonValue>({
        description: `Values for a Liquid template: any JSON with at most ${sizes.data} characters. The template reads them as data.`,
        examples: [{ items: [{ name: 'Cup', price: 9 }] }],
      }),
    ),
    channel: optional(
      Type.Enum(channelNames, {
        type: 'string',
        description: 'Default: the first channel that reaches the recipient.',
      }),
    ),
    priority: optional(Type.Enum(['low', 'normal', 'high'], { type: 'string', default: 'normal' })),
    subject: optional(text(sizes.subject, "Replaces the template's subject. May contain placeholders.")),
    idempotency_key: optional(
      text(lengths.idempotencyKey, 'A request with the same key within an hour returns the same delivery.'),
    ),
    scheduled_for: optional(
      Type.String({
        description: `${dateTimeForms} A time in the past means now. The time may be at most a year ahead.`,
        examples: ['2030-01-31T09:00:00Z'],
      }),
    ),
    duplicates: optional(
      Type.Enum(['allow', 'never'], {
        type: 'string',
        description:
          'Whether the message is repeated after an attempt with an unknown outcome. Default: the connection of the attempt repeats it, so the recipient may receive it twice. `allow`: another connection of the channel may repeat it. `never`: the message fails and is refunded.',
      }),
    ),
    expires_after: optional(sendingFields.expires_after),
    quiet_hours: optional(sendingFields.quiet_hours),
    limit: optional(limitSchema),
    digest: optional(digestSchema),
    category: optional(sendingFields.category),
    fallback: optional(fallbackSchema),
    repeat: optional(repeatSchema),
    actions: optional(Type.Array(actionSchema, { maxItems: lengths.actions })),
    media: optional(mediaSchema),
    attachments: optional(Type.Array(attachmentSchema, { maxItems: lengths.attachments, description: 'Email only.' })),
  },
  { additionalProperties: false },
)

export type RawSendRequest = Static<typeof sendRequestSchema>

/** A valid body without null fields. `vars`, `payload` and `data` are unchanged. */
export type SendRequest = WithoutNull<Omit<RawSendRequest, 'data'>> & Pick<RawSendRequest, 'data'>

/** Fields with the caller's own data. Null is a value in these fields, and means a missing field everywhere else. */
export const freeFields: ReadonlySet<string> = new Set(['vars', 'payload', 'data'])

/** A limit of messages with the same key to one recipient. `per` is in milliseconds. */
export interface MessageLimit {
  key: string
  most: number
  per: number
}

/** A valid request with values that are computed from it. */
export interface ParsedSend {
  request: Omit<SendRequest, 'attachments'>
  /** The SHA-256 (hex) of the canonical body without its idempotency key. Empty without a key. */
  bodyHash: string
  scheduledFor?: Date
  limit?: MessageLimit
  digest?: MessageDigest
  /** The items over which the template renders: those of a digest, or of the resent delivery of a digest. */
  items?: DigestItems | undefined
  /** The steps of `fallback` or `repeat`, with the first message. */
  steps?: RequestedStep[]
  /** The content that was rendered when the fallback of this step was accepted. */
  prepared?: Content
  /** Milliseconds after the due time at which the message expires. */
  expiresAfter?: number | undefined
  /** The number of characters in variables and payloads. A greater number means more work in later stages. */
  weight: number
  /** The draft of the template, for a test send of the draft. */
  draft?: SendableTemplate
  /** Whether the sending defaults of the template are ignored, because a resend keeps the fields of its message. */
  ignoresDefaults?: boolean
  attachments: { filename: string; mime_type?: string; url?: string; bytes?: Buffer }[]
}
