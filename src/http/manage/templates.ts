// Management routes of templates and their previews.
import { Type } from 'typebox'
import { dummyButtonUrl } from '../../admission/content.ts'
import { type ChannelName, channels } from '../../channels/index.ts'
import { refuseInvalid } from '../../errors.ts'
import { bodies, lengths, records, sizes } from '../../limits.ts'
import { previewDraft, previewTemplate } from '../../templates/preview.ts'
import { addTemplate, putTemplate, removeTemplate, templateOf, templatesOf } from '../../templates/templates.ts'
import type { HttpDeps } from '../deps.ts'
import { change, type ManageApp, read, route } from './access/rules.ts'
import { visibilityOf } from './access/visibility.ts'
import { listOf } from './answers/answers.ts'
import { body, boundedPage, channel, cursorId, id, inWorkspace, nothing, page, text, variables } from './shapes.ts'
import { savedBy } from './template-versions.ts'

const slug = Type.String({
  minLength: 1,
  maxLength: lengths.templateSlug,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
  examples: ['order-shipped'],
})
const subject = Type.Optional(text(sizes.subject))
const whole = `The whole request body may have at most ${sizes.values} values and ${bodies.template} bytes.`
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
  },
  { additionalProperties: true, description: whole },
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
const fields = {
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
  locales,
}
const previewFields = {
  channel,
  locale: Type.Optional(text(lengths.locale)),
  vars: Type.Optional(variables),
  actions: Type.Optional(
    Type.Array(body({ slug: text(lengths.actionSlug), label: text(lengths.actionLabel) }), {
      maxItems: lengths.actions,
    }),
  ),
}
const bySlug = Type.Object({ ws: id, slug: text(lengths.templateSlug) })

export function templateRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/templates',
    route(read('viewer'), 'listTemplates', 'List templates', {
      params: inWorkspace,
      querystring: body({
        ...page,
        q: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 255,
            description: 'Part of the name or slug. Upper and lower case make no difference.',
          }),
        ),
      }),
      response: { 200: listOf('Template') },
    }),
    async ({ params, query: { cursor, limit = 50, q } }) =>
      boundedPage(await templatesOf(db, params.ws, { after: cursorId(cursor, 0), limit, q })),
  )

  app.post(
    '/workspaces/:ws/templates',
    {
      bodyLimit: bodies.template,
      ...route(change('admin', 'template'), 'createTemplate', 'Create a template', {
        params: inWorkspace,
        body: body({ slug, ...fields }),
        response: { 201: 'Template' },
      }),
    },
    async (request) => addTemplate(db, clock.now(), request.params.ws, request.body, savedBy(request)),
  )

  app.get(
    '/workspaces/:ws/templates/:slug',
    route(read('viewer'), 'readTemplate', 'Read a template', { params: bySlug, response: { 200: 'Template' } }),
    async ({ params }) => templateOf(db, params.ws, params.slug),
  )

  app.put(
    '/workspaces/:ws/templates/:slug',
    {
      bodyLimit: bodies.template,
      ...route(change('admin', 'template', 'slug'), 'replaceTemplate', 'Replace a template', {
        description: 'With `version`, the template is replaced only if this version is still the newest.',
        params: bySlug,
        body: body({ slug: Type.Optional(slug), ...fields, version: Type.Optional(Type.Integer({ minimum: 1 })) }),
        response: { 200: 'Template' },
      }),
    },
    async (request) => {
      const { params } = request
      const { version, slug = params.slug, ...input } = request.body
      if (slug !== params.slug) refuseInvalid({ slug: ['cannot be changed; create another template instead'] })
      return putTemplate(db, clock.now(), params.ws, { ...input, slug }, { version, by: savedBy(request) })
    },
  )

  app.delete(
    '/workspaces/:ws/templates/:slug',
    route(change('admin', 'template', 'slug'), 'removeTemplate', 'Remove a template', {
      params: bySlug,
      response: { 204: nothing },
    }),
    async (request) => removeTemplate(db, clock.now(), request.params.ws, request.params.slug),
  )
}

export function templatePreviewRoutes(app: ManageApp, { db, publicUrl }: HttpDeps): void {
  const withButtonUrl = <Input extends { channel: ChannelName }>(input: Input) => ({
    ...input,
    buttonUrl: dummyButtonUrl(input.channel, publicUrl()),
  })

  app.post(
    '/workspaces/:ws/templates/:slug/preview',
    {
      bodyLimit: bodies.message,
      ...route(read('viewer'), 'previewTemplate', 'Preview a template on a channel', {
        params: bySlug,
        body: body(previewFields),
        response: { 200: 'Preview' },
      }),
    },
    async (request) => {
      const { ws, slug } = request.params
      return previewTemplate(db, ws, slug, withButtonUrl(request.body), visibilityOf(request))
    },
  )

  app.post(
    '/workspaces/:ws/template-preview',
    {
      bodyLimit: bodies.template,
      ...route(read('viewer'), 'previewDraft', 'Preview an unsaved template on a channel', {
        params: inWorkspace,
        body: body({ template: body({ name: text(records.name), locales }), ...previewFields }),
        response: { 200: 'Preview' },
      }),
    },
    async ({ params, body: { template, ...input } }) => previewDraft(db, params.ws, template, withButtonUrl(input)),
  )
}
