// Management routes of templates: list, create, read, replace, tag and remove.
import { Type } from 'typebox'
import { refuseInvalid } from '../../../errors.ts'
import { bodies } from '../../../limits.ts'
import { addTemplate, putTemplate, removeTemplate, templateOf, templatesOf } from '../../../templates/templates.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { listOf } from '../answers/answers.ts'
import { body, boundedPage, cursorId, inWorkspace, nothing, page } from '../shapes.ts'
import { bySlug, fields, slug, tags } from './content-shapes.ts'
import { savedBy } from './versions.ts'

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
        body: body({
          slug,
          ...fields,
          tags: Type.Optional(tags),
          publish: Type.Optional(
            Type.Boolean({ default: true, description: 'false saves only a draft, which messages do not use yet.' }),
          ),
        }),
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
        description:
          'Saves and publishes the content in one step. With `version`, the template is replaced only if this version is still the newest. A draft stays.',
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
