// SendRequest: the contract's body as a schema, from which validation, types and the API document all follow.
import { type Static, Type } from 'typebox'
import { channelNames } from '../channels/index.ts'
import { lengths, sizes } from '../limits.ts'

const text = (
  maxLength: number,
  description: string,
  options: { minLength?: number; pattern?: string; examples?: string[] } = {},
) => Type.String({ minLength: 1, maxLength, description, ...options })

export const recipientSchema = Type.Object(
  {
    id: Type.Optional(Type.Integer({ minimum: 1, description: 'An existing recipient of the workspace.' })),
    name: Type.Optional(text(lengths.recipientName, 'Without one the address serves as name.')),
    email: Type.Optional(Type.String({ format: 'email', maxLength: sizes.email })),
    whatsapp_phone: Type.Optional(
      text(lengths.whatsappPhone, 'E.164, with the leading plus.', {
        pattern: '^\\+[1-9]\\d{6,14}$',
        examples: ['+393331234567'],
      }),
    ),
    telegram_chat_id: Type.Optional(text(lengths.telegramChatId, 'The chat the recipient started with the bot.')),
    locale: Type.Optional(
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
    description:
      'Found by id or address; created when no address is known. At least one of id, email, whatsapp_phone, telegram_chat_id.',
  },
)

const actionSchema = Type.Object(
  {
    slug: text(lengths.actionSlug, 'Names the action in the callback.'),
    label: Type.Optional(text(lengths.actionLabel, 'What the button says; the slug when absent.')),
    callback_url: Type.String({
      format: 'uri',
      minLength: 1,
      maxLength: lengths.callbackUrl,
      description: 'Receives a signed POST when the recipient takes the action.',
    }),
    payload: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'Forwarded unchanged to the callback.' }),
    ),
  },
  { additionalProperties: false },
)

const mediaSchema = Type.Object(
  {
    url: Type.String({ format: 'uri', minLength: 1, maxLength: sizes.url, description: 'Public URL of the file.' }),
    type: Type.Optional(Type.Enum(['image', 'document', 'video'], { type: 'string', default: 'image' })),
    filename: Type.Optional(text(sizes.mediaFilename, 'Shown for documents.')),
    caption: Type.Optional(Type.String({ maxLength: lengths.mediaCaption })),
  },
  { additionalProperties: false },
)

const attachmentSchema = Type.Object(
  {
    filename: text(lengths.attachmentFilename, 'Shown to the recipient.'),
    content: Type.Optional(
      Type.String({ description: 'The file in base64; either this or url.', contentEncoding: 'base64' }),
    ),
    url: Type.Optional(
      Type.String({ format: 'uri', maxLength: sizes.url, description: 'Public URL; either this or content.' }),
    ),
    mime_type: Type.Optional(
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
    vars: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: sizes.variable }), {
        description: `Values for \`{{name}}\`, together at most ${sizes.variables} characters; keys "1", "2", … are WhatsApp's positional parameters.`,
      }),
    ),
    channel: Type.Optional(Type.Enum(channelNames, { type: 'string', description: 'Inferred when absent.' })),
    priority: Type.Optional(Type.Enum(['low', 'normal', 'high'], { type: 'string', default: 'normal' })),
    subject: Type.Optional(text(sizes.subject, "Instead of the template's subject; placeholders work.")),
    idempotency_key: Type.Optional(
      text(lengths.idempotencyKey, 'The same key within an hour answers with the same delivery.'),
    ),
    scheduled_for: Type.Optional(
      Type.String({
        description: 'ISO 8601; without an offset UTC; in the past: at once; at most a year ahead.',
        examples: ['2030-01-31T09:00:00Z'],
      }),
    ),
    actions: Type.Optional(Type.Array(actionSchema, { maxItems: lengths.actions })),
    media: Type.Optional(mediaSchema),
    attachments: Type.Optional(
      Type.Array(attachmentSchema, { maxItems: lengths.attachments, description: 'E-mail only.' }),
    ),
  },
  { additionalProperties: false },
)

export type SendRequest = Static<typeof sendRequestSchema>

/** A request whose shape is right, with what was worked out on the way: nothing here needs the database. */
export interface ParsedSend {
  request: Omit<SendRequest, 'attachments'>
  /** SHA-256, in hex, of the body without its idempotency key, the same for the same values in any order; empty without a key. */
  bodyHash: string
  scheduledFor?: Date
  attachments: { filename: string; mime_type?: string; url?: string; bytes?: Buffer }[]
}
