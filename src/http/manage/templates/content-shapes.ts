// Schemas of a template's content in requests.
import { Type } from 'typebox'
import { channels } from '../../../channels/index.ts'
import { bodies, lengths, records, sizes, templateRecords } from '../../../limits.ts'
import { engines } from '../../../templates/input.ts'
import { sendingDefaultsSchema } from '../../../templates/sending-defaults.ts'
import { body, id, text } from '../shapes.ts'

export const slug = Type.String({
  minLength: 1,
  maxLength: lengths.templateSlug,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
  examples: ['order-shipped'],
})
const subject = Type.Optional(text(sizes.subject))
export const whole = `The whole request body may have at most ${sizes.values} values and ${bodies.template} bytes.`
const channelContent = Type.Object(
  { subject, body: Type.Optional(text(records.templateText)) },
  {
    additionalProperties: true,
    description: `The subject and body replace those of the locale for this channel. Other fields contain channel-specific content, such as the embeds of Discord. ${whole}`,
  },
)
const emailContent = Type.Object(
  {
    ...channelContent.properties,
    markdown: Type.Optional(
      Type.Unsafe<boolean | string>({
        type: ['boolean', 'string'],
        minLength: 1,
        maxLength: records.templateText,
        description: 'true means that the body is Markdown. A string is Markdown that replaces the body.',
      }),
    ),
    html: Type.Optional({
      ...text(records.templateText),
      description:
        'HTML. Without a layout it is the whole document or its body. {{unsubscribe_url}} and {{actions}} (all buttons) are added at the end if it does not contain them.',
    }),
    mjml: Type.Optional({
      ...text(records.templateText),
      description: 'MJML. With a layout it contains only sections. It is compiled when the template is published.',
    }),
  },
  {
    additionalProperties: true,
    description: `At most one of markdown, html and mjml. The body is the plain text part of the email. ${whole}`,
  },
)
const localeContent = body({
  subject,
  body: text(records.templateText),
  channels: Type.Optional(
    Type.Object(
      Object.fromEntries(
        channels.map(({ name, content }) => [name, Type.Optional(content === 'html' ? emailContent : channelContent)]),
      ),
      {
        additionalProperties: false,
      },
    ),
  ),
})
const locales = Type.Record(Type.String({ pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$' }), localeContent, {
  minProperties: 1,
  additionalProperties: false,
  description: `The content of each language. The keys are languages such as it or pt-BR. ${whole}`,
  examples: [{ it: { subject: 'Ciao {{name}}', body: 'Il tuo ordine {{order}} è partito.' } }],
})
export const fields = {
  name: text(records.name),
  essential: Type.Optional(
    Type.Boolean({ description: 'If true, messages are also sent to recipients who have opted out.' }),
  ),
  sensitive: Type.Optional(
    Type.Array(
      Type.String({
        minLength: 1,
        maxLength: lengths.variableName,
        pattern: '^[^\\s{}]+$',
        examples: ['code'],
      }),
      {
        maxItems: lengths.sensitiveVariables,
        uniqueItems: true,
        description:
          'Names of sensitive variables, such as one-time codes. Viewers see a mask instead of the values of these variables, also inside the text. If a request omits this field, the names of the template stay unchanged. If a name is removed, earlier messages stay masked.',
        examples: [['code']],
      },
    ),
  ),
  engine: Type.Optional(
    Type.Enum([...engines], {
      type: 'string',
      description:
        'The language of the texts: {{name}} placeholders, or Liquid. The default of a new template is placeholders. If a later request omits this field, it stays unchanged.',
    }),
  ),
  layout: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      minLength: 1,
      maxLength: lengths.templateSlug,
      description:
        'The slug of the layout of emails. null for none. If a later request omits this field, it stays unchanged.',
    }),
  ),
  defaults: Type.Optional(sendingDefaultsSchema),
  locales,
}
export const tags = Type.Array(
  Type.String({ minLength: 1, maxLength: templateRecords.tag, pattern: '^\\S(.*\\S)?$', examples: ['billing'] }),
  { maxItems: templateRecords.tags, description: 'Words to group templates. They are not part of the versions.' },
)
export const bySlug = Type.Object({ ws: id, slug: text(lengths.templateSlug) })
