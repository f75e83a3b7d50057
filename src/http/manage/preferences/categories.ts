// Management routes of categories.
import { Type } from 'typebox'
import { records } from '../../../limits.ts'
import {
  addCategory,
  categoriesOf,
  categoryOf,
  changeCategory,
  removeCategory,
} from '../../../recipients/preferences/categories.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { body, inWorkspace, nothing, orNull, text } from '../shapes.ts'
import { bySlug, slug } from '../templates/content-shapes.ts'

const fields = {
  names: Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$' }), text(records.name), {
      additionalProperties: false,
      maxProperties: records.categoryNames,
      description: 'The name in other languages, by locale.',
      examples: [{ it: 'Notizie' }],
    }),
  ),
  description: Type.Optional(orNull(text(records.name))),
  required: Type.Optional(
    Type.Boolean({ description: 'Whether recipients cannot decline the category. Default false.' }),
  ),
  allowed_by_default: Type.Optional(
    Type.Boolean({ description: 'Whether recipients without a preference receive the messages. Default true.' }),
  ),
}

export function categoryRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/categories',
    route(read('viewer'), 'listCategories', 'List the categories of messages', {
      params: inWorkspace,
      response: { 200: Type.Object({ data: Type.Array(Type.Ref('Category')) }) },
    }),
    async ({ params }) => ({ data: await categoriesOf(db, params.ws) }),
  )

  app.post(
    '/workspaces/:ws/categories',
    route(change('admin', 'category'), 'createCategory', 'Create a category', {
      params: inWorkspace,
      body: body({ slug, name: text(records.name), ...fields }),
      response: { 201: 'Category' },
    }),
    async ({ params, body: { slug, ...input } }) => addCategory(db, clock.now(), params.ws, slug, input),
  )

  app.get(
    '/workspaces/:ws/categories/:slug',
    route(read('viewer'), 'readCategory', 'Read a category', { params: bySlug, response: { 200: 'Category' } }),
    async ({ params }) => categoryOf(db, params.ws, params.slug),
  )

  app.patch(
    '/workspaces/:ws/categories/:slug',
    route(change('admin', 'category', 'slug'), 'changeCategory', 'Change a category', {
      params: bySlug,
      body: body({ name: Type.Optional(text(records.name)), ...fields }),
      response: { 200: 'Category' },
    }),
    async ({ params, body }) => changeCategory(db, clock.now(), params.ws, params.slug, body),
  )

  app.delete(
    '/workspaces/:ws/categories/:slug',
    route(change('admin', 'category', 'slug'), 'removeCategory', 'Remove a category', {
      description:
        'Also removes the preferences of recipients for the category. Refused with 409 while a template has it as a default.',
      params: bySlug,
      response: { 204: nothing },
    }),
    async ({ params }) => removeCategory(db, params.ws, params.slug),
  )
}
