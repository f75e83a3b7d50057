// Management routes of layouts.
import { Type } from 'typebox'
import { bodies, lengths, records } from '../../../limits.ts'
import { previewLayout } from '../../../templates/layout-preview.ts'
import { addLayout, layoutFormats, layoutOf, layoutsOf, putLayout, removeLayout } from '../../../templates/layouts.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { listOf } from '../answers/answers.ts'
import { body, boundedPage, cursorId, inWorkspace, locale, nothing, page, text } from '../shapes.ts'
import { bySlug, slug, whole } from './content-shapes.ts'
import { savedBy } from './versions.ts'

const line = Type.Optional(text(records.templateText))
const fields = {
  name: text(records.name),
  format: Type.Enum([...layoutFormats], { type: 'string' }),
  locales: Type.Record(
    Type.String({ pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$' }),
    body({
      content: {
        ...text(records.templateText),
        description:
          'HTML or MJML with {{content}} once. Other placeholders: subject, brand_name, logo_url, locale, dir, unsubscribe_url, actions.',
      },
      text_header: line,
      text_footer: line,
    }),
    {
      minProperties: 1,
      additionalProperties: false,
      description: `The content of each language. ${whole}`,
      examples: [{ en: { content: '<body><h1>{{brand_name}}</h1>{{content}}</body>' } }],
    },
  ),
}

export function layoutRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/layouts',
    route(read('viewer'), 'listLayouts', 'List the layouts of emails', {
      params: inWorkspace,
      querystring: body({ ...page, q: Type.Optional(Type.String({ minLength: 1, maxLength: records.name })) }),
      response: { 200: listOf('Layout') },
    }),
    async ({ params, query: { cursor, limit = 50, q } }) =>
      boundedPage(await layoutsOf(db, params.ws, { after: cursorId(cursor, 0), limit, q })),
  )

  app.post(
    '/workspaces/:ws/layouts',
    {
      bodyLimit: bodies.template,
      ...route(change('admin', 'layout'), 'createLayout', 'Create a layout', {
        params: inWorkspace,
        body: body({ slug, ...fields }),
        response: { 201: 'Layout' },
      }),
    },
    async (request) => addLayout(db, clock.now(), request.params.ws, request.body, savedBy(request)),
  )

  app.get(
    '/workspaces/:ws/layouts/:slug',
    route(read('viewer'), 'readLayout', 'Read a layout', { params: bySlug, response: { 200: 'Layout' } }),
    async ({ params }) => layoutOf(db, params.ws, params.slug),
  )

  app.put(
    '/workspaces/:ws/layouts/:slug',
    {
      bodyLimit: bodies.template,
      ...route(change('admin', 'layout', 'slug'), 'replaceLayout', 'Replace a layout', {
        description: 'All templates with this layout use the new content at once.',
        params: bySlug,
        body: body({ ...fields, version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })) }),
        response: { 200: 'Layout' },
      }),
    },
    async (request) => {
      const { version, ...input } = request.body
      const { ws, slug } = request.params
      return putLayout(db, clock.now(), ws, { ...input, slug }, { version, by: savedBy(request) })
    },
  )

  app.delete(
    '/workspaces/:ws/layouts/:slug',
    route(change('admin', 'layout', 'slug'), 'removeLayout', 'Remove a layout', {
      description: 'Refused with 409 while a template uses the layout.',
      params: bySlug,
      response: { 204: nothing },
    }),
    async ({ params }) => removeLayout(db, params.ws, params.slug),
  )

  app.post(
    '/workspaces/:ws/layout-preview',
    {
      bodyLimit: bodies.template,
      ...route(read('viewer'), 'previewLayout', 'Preview an unsaved layout', {
        params: inWorkspace,
        body: body({
          format: fields.format,
          locales: fields.locales,
          locale: Type.Optional({ ...locale, maxLength: lengths.locale }),
          content: Type.Optional({ ...text(records.templateText), description: 'HTML in place of the sample text.' }),
        }),
        response: { 200: 'LayoutPreview' },
      }),
    },
    async ({ params, body: input }) => previewLayout(db, params.ws, input),
  )
}
