// SendRequest: the contract's body as a schema, from which validation, types and the API document all follow.
import { type Static, type TSchema, Type } from 'typebox'
import { addressTable, byField } from '../channels/addresses.ts'
import { channelNames } from '../channels/index.ts'
import { orNull, type WithoutNull } from '../lib/json/nullable.ts'
import { dateTimeForms } from '../lib/text/date-time.ts'
import { lengths, sizes } from '../limits.ts'

/** A field that may be left out. Null equals leaving it out (decision 57). */
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
    name: optional(text(lengths.recipientName, 'Without one the address serves as name.')),
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
    description: `Found by id or address; created when no address is known. At least one of id, ${requestedFields.join(', ')}.`,
  },
)

const actionSchema = Type.Object(
  {
    slug: text(lengths.actionSlug, 'Names the action in the callback.'),
    label: optional(text(lengths.actionLabel, 'What the button says; the slug when absent.')),
    callback_url: Type.String({
      format: 'uri',
      minLength: 1,
      maxLength: lengths.callbackUrl,
      description: 'Receives a signed POST when the recipient takes the action.',
    }),
    payload: optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: `Forwarded unchanged to the callback; at most ${sizes.payloadBytes} bytes of JSON in UTF-8.`,
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
    filename: text(lengths.attachmentFilename, 'Shown to the recipient.'),
    content: optional(
      Type.String({
        description:
          'The file in base64, with or without line breaks and padding; either this or url. No data URL. The files of a message hold at most 10 MB, those of a request 30 MB, decoded.',
        contentEncoding: 'base64',
      }),
    ),
    url: optional(
      Type.String({ format: 'uri', maxLength: sizes.url, description: 'Public URL; either this or content.' }),
    ),
    mime_type: optional(
      text(lengths.attachmentMimeType, 'Guessed from the filename when absent.', {
        pattern: '^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+(\\s*;.*)?$',
        examples: ['application/pdf'],
      }),
    ),
  },
  { additionalProperties: false, description: 'Exactly one of content and url.' },
)

export const sendRequestSchema = Type.Object(
  {
    recipient: recipientSchema,
    template: text(lengths.templateSlug, 'Template slug.'),
    vars: optional(
      Type.Record(Type.String(), Type.String({ maxLength: sizes.variable }), {
        description: `Values for \`{{name}}\`, together at most ${sizes.variables} characters; keys "1", "2", … are WhatsApp's positional parameters.`,
      }),
    ),
    channel: optional(Type.Enum(channelNames, { type: 'string', description: 'Inferred when absent.' })),
    priority: optional(Type.Enum(['low', 'normal', 'high'], { type: 'string', default: 'normal' })),
    subject: optional(text(sizes.subject, "Instead of the template's subject; placeholders work.")),
    idempotency_key: optional(
      text(lengths.idempotencyKey, 'The same key within an hour answers with the same delivery.'),
    ),
    scheduled_for: optional(
      Type.String({
        description: `${dateTimeForms} In the past: at once; at most a year ahead.`,
        examples: ['2030-01-31T09:00:00Z'],
      }),
    ),
    actions: optional(Type.Array(actionSchema, { maxItems: lengths.actions })),
    media: optional(mediaSchema),
    attachments: optional(Type.Array(attachmentSchema, { maxItems: lengths.attachments, description: 'Email only.' })),
  },
  { additionalProperties: false },
)

/** A body that matches the schema. */
export type RawSendRequest = Static<typeof sendRequestSchema>

/** The same with null fields left out. `vars` and `payload` are as the caller sent them. */
export type SendRequest = WithoutNull<RawSendRequest>

/** Objects that hold the caller's own data: null is a value there. */
export const freeFields: ReadonlySet<string> = new Set(['vars', 'payload'])

/** A request whose shape is right, with what was worked out on the way: nothing here needs the database. */
export interface ParsedSend {
  request: Omit<SendRequest, 'attachments'>
  /** SHA-256, in hex, of the body without its idempotency key, the same for the same values in any order; empty without a key. */
  bodyHash: string
  scheduledFor?: Date
  /** Characters of variables and payloads: what later work on the message takes grows with it. */
  weight: number
  attachments: { filename: string; mime_type?: string; url?: string; bytes?: Buffer }[]
}
