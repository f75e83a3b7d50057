// Response schemas of the management API: templates, their versions and previews.
import { type TSchema, Type } from 'typebox'
import { lengths } from '../../../limits.ts'
import { engines } from '../../../templates/input.ts'
import { sendingDefaultsSchema } from '../../../templates/sending-defaults.ts'
import { channel, open, orNull, shape } from '../shapes.ts'
import { at, number, string } from './answers.ts'

const versionFields = {
  id: number,
  version: number,
  name: string,
  by: orNull(Type.String({ description: 'The member or token that saved the version.' })),
  at,
  current: Type.Boolean(),
}

const slug = Type.String({ maxLength: lengths.templateSlug })
const engine = Type.Enum([...engines], { type: 'string' })
const layout = orNull(Type.String({ description: 'The slug of the layout of emails.' }))
const locales = open('The content of each locale: subject, body and content for single channels.')
const author = orNull(Type.String({ description: 'The member or token that saved it. null if the service saved it.' }))
const contentFields = {
  name: string,
  essential: Type.Boolean(),
  sensitive: Type.Array(string, { description: 'Names of variables whose values viewers do not see.' }),
  engine,
  layout,
  defaults: sendingDefaultsSchema,
  locales,
}
const draft = orNull(
  Type.Object(
    {
      revision: Type.Integer({ description: 'Raised by every save of the draft.' }),
      based_on: Type.Integer({ description: 'The published version from which the draft began. 0 for none.' }),
      updated_at: at,
      updated_by: author,
    },
    { description: 'The draft without its content. null if there is no draft.' },
  ),
)
const published = Type.Boolean({ description: 'false if only a draft exists. Then version is 0 and locales is empty.' })
const lastUsed = orNull(
  Type.String({ format: 'date-time', description: 'The last message, accurate to the minute. null if there is none.' }),
)
const tags = Type.Array(string)
const problem = Type.Object({
  field: Type.String({ description: 'The path of the text, such as locales.it.channels.email.mjml.' }),
  message: string,
  line: orNull(number),
  column: orNull(number),
  severity: Type.Enum(['error', 'warning'], { type: 'string', description: 'An error prevents publishing.' }),
})
const problems = Type.Array(problem)

export const templateShapes = [
  shape('Template', {
    id: number,
    slug,
    ...contentFields,
    version: number,
    published,
    tags,
    draft,
    used_by: Type.Object({ automations: Type.Array(Type.Object({ id: number, name: string })) }),
    last_used_at: lastUsed,
    created_at: at,
    updated_at: at,
    updated_by: orNull(
      Type.String({ description: 'The member or token that saved the template. null if the service saved it.' }),
    ),
  }),
  shape('TemplateSummary', {
    id: number,
    slug,
    name: string,
    engine,
    layout,
    version: number,
    published,
    tags,
    locales: Type.Array(string),
    channels: Type.Array(Type.String({ description: 'A channel with separate content.' })),
    email_format: Type.Enum(['text', 'markdown', 'html', 'mjml'], { type: 'string' }),
    draft,
    used_by: Type.Integer({ description: 'The number of automations that send the template.' }),
    last_used_at: lastUsed,
    created_at: at,
    updated_at: at,
    updated_by: author,
  }),
  shape('TemplateDraft', {
    slug,
    ...contentFields,
    revision: number,
    based_on: number,
    updated_at: at,
    updated_by: author,
    problems,
  }),
  shape('TemplateChanges', {
    based_on: number,
    version: number,
    changes: Type.Array(
      Type.Object({
        field: string,
        before: orNull(Type.String({ description: 'null if the published content has no such field.' })),
        after: orNull(Type.String({ description: 'null if the draft has no such field.' })),
      }),
    ),
    problems,
  }),
  shape('TemplateCheck', {
    problems,
    variables: Type.Record(Type.String(), Type.Array(string), { description: 'The variables of each language.' }),
  }),
  shape('Layout', {
    id: number,
    slug,
    name: string,
    format: Type.Enum(['html', 'mjml'], { type: 'string' }),
    locales: open('The content of each locale, with the texts before and after the plain text part.'),
    version: number,
    used_by: Type.Integer({ description: 'The number of templates with this layout.' }),
    created_at: at,
    updated_at: at,
    updated_by: author,
  }),
  shape('LayoutPreview', { locale: string, html: string, text: string, problems }),
  shape('TemplateVersion', versionFields),
  shape('TemplateVersionContent', {
    ...versionFields,
    essential: Type.Boolean(),
    sensitive: orNull(
      Type.Array(string, {
        description:
          'Names of sensitive variables. null if the version was saved before 0.2.0. Restoring this version adds these names to those of the template.',
      }),
    ),
    engine,
    layout,
    defaults: sendingDefaultsSchema,
    locales,
  }),
  shape(
    'Preview',
    {
      channel,
      locale: string,
      subject: orNull(string),
      body: string,
      own: Type.Optional(open('The content that is specific to this channel.')),
      missing: Type.Array(Type.String(), { description: 'The used variables that have no value.' }),
      variables: Type.Array(Type.String(), { description: 'All variables that this channel and locale use.' }),
      problems: Type.Array(problem, { description: 'Limits that the message exceeds, and other problems.' }),
      message: open('The message as the channel shows it, as in the test inbox.'),
    },
    {
      channel: 'email',
      locale: 'en',
      subject: 'Order 17 is on its way',
      body: 'Hello {{name}}, order 17 left today.',
      missing: ['name'],
      variables: ['name', 'order'],
      problems: [],
      message: { channel: 'email', body: 'Hello {{name}}, order 17 left today.', html: '<!doctype html>…' },
    },
  ),
] satisfies TSchema[]
