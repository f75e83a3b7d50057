// Management routes that preview and check templates.
import { Type } from 'typebox'
import { dummyButtonUrl } from '../../../admission/content.ts'
import type { ChannelName } from '../../../channels/index.ts'
import { bodies, lengths } from '../../../limits.ts'
import { checkContent } from '../../../templates/checked.ts'
import { contentOf } from '../../../templates/input.ts'
import { previewDraft, previewTemplate } from '../../../templates/preview.ts'
import type { HttpDeps } from '../../deps.ts'
import { type ManageApp, read, route } from '../access/rules.ts'
import { visibilityOf } from '../access/visibility.ts'
import { body, channel, data, digestItems, inWorkspace, text, variables } from '../shapes.ts'
import { bySlug, fields } from './content-shapes.ts'

const draft = Type.Boolean({ description: 'true previews the draft instead of the published content.' })
const previewFields = {
  channel,
  locale: Type.Optional(text(lengths.locale)),
  vars: Type.Optional(variables),
  data: Type.Optional(data),
  items: Type.Optional(digestItems),
  actions: Type.Optional(
    Type.Array(body({ slug: text(lengths.actionSlug), label: text(lengths.actionLabel) }), {
      maxItems: lengths.actions,
    }),
  ),
}

export function templatePreviewRoutes(app: ManageApp, { db, publicUrl }: HttpDeps): void {
  const withButtonUrl = <Input extends { channel: ChannelName }>(input: Input) => ({
    ...input,
    buttonUrl: dummyButtonUrl(input.channel, publicUrl()),
    publicUrl: publicUrl(),
  })

  app.post(
    '/workspaces/:ws/templates/:slug/preview',
    {
      bodyLimit: bodies.message,
      ...route(read('viewer'), 'previewTemplate', 'Preview a template on a channel', {
        params: bySlug,
        body: body({ ...previewFields, draft: Type.Optional(draft) }),
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
        body: body({ template: body(fields), ...previewFields }),
        response: { 200: 'Preview' },
      }),
    },
    async ({ params, body: { template, ...input } }) =>
      previewDraft(db, params.ws, contentOf(template), withButtonUrl(input)),
  )

  app.post(
    '/workspaces/:ws/template-check',
    {
      bodyLimit: bodies.template,
      ...route(read('viewer'), 'checkTemplate', 'Check unsaved content of a template', {
        description: 'Returns the problems with their places, and the variables of each language. Saves nothing.',
        params: inWorkspace,
        body: body({ ...fields, name: Type.Optional(fields.name) }),
        response: { 200: 'TemplateCheck' },
      }),
    },
    async ({ params, body: content }) => {
      const { problems, variables } = await checkContent(db, params.ws, contentOf({ name: '', ...content }))
      return { problems, variables }
    },
  )
}
