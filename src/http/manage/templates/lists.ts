// Management routes of the list of templates without their texts, and of the tags of a workspace.
import { Type } from 'typebox'
import { refuseInvalid } from '../../../errors.ts'
import { objectOf } from '../../../lib/json/json-fields.ts'
import { lengths, records, templateRecords } from '../../../limits.ts'
import { engines } from '../../../templates/input.ts'
import { sortings, states, summariesOf, tagsOf } from '../../../templates/lists.ts'
import { tagTemplate } from '../../../templates/templates.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { listOf } from '../answers/answers.ts'
import { body, channel, inWorkspace, page } from '../shapes.ts'
import { bySlug, tags } from './content-shapes.ts'

/** A cursor contains the name of a template. */
const LONGEST_CURSOR = 4 * records.name + 100

const query = body({
  limit: page.limit,
  cursor: Type.Optional(
    Type.String({ maxLength: LONGEST_CURSOR, description: 'The next_cursor of the previous page.' }),
  ),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: records.name, description: 'Part of the name or slug.' })),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: templateRecords.tag })),
  channel: Type.Optional({ ...channel, description: 'Templates with separate content for this channel.' }),
  engine: Type.Optional(Type.Enum([...engines], { type: 'string' })),
  layout: Type.Optional(Type.String({ minLength: 1, maxLength: lengths.templateSlug })),
  state: Type.Optional(
    Type.Enum([...states], {
      type: 'string',
      description: 'draft: templates with a draft. unpublished: templates that were never published.',
    }),
  ),
  sort: Type.Optional(Type.Enum([...sortings], { type: 'string', default: 'name' })),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { type: 'string', default: 'asc' })),
})

export function templateListRoutes(app: ManageApp, { db }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/template-summaries',
    route(read('viewer'), 'listTemplateSummaries', 'List templates without their texts', {
      params: inWorkspace,
      querystring: query,
      response: { 200: listOf('TemplateSummary') },
    }),
    async ({ params, query: { cursor, limit = 50, sort = 'name', order = 'asc', ...filter } }) => {
      const part = { ...filter, sort, descending: order === 'desc', after: rowIn(cursor), limit }
      const { data, last } = await summariesOf(db, params.ws, part)
      return { data, next_cursor: last === undefined ? null : cursorOf(last) }
    },
  )

  app.get(
    '/workspaces/:ws/template-tags',
    route(read('viewer'), 'listTemplateTags', 'List the tags of templates', {
      params: inWorkspace,
      response: {
        200: body({ data: Type.Array(body({ tag: Type.String(), templates: Type.Integer() })) }),
      },
    }),
    async ({ params }) => ({ data: await tagsOf(db, params.ws) }),
  )

  app.put(
    '/workspaces/:ws/templates/:slug/tags',
    route(change('admin', 'template', 'slug'), 'setTemplateTags', 'Set the tags of a template', {
      params: bySlug,
      body: body({ tags }),
      response: { 200: 'Template' },
    }),
    async ({ params, body: { tags } }) => tagTemplate(db, params.ws, params.slug, tags),
  )
}

interface LastRow {
  key: string
  id: number
}

const cursorOf = (last: LastRow) => Buffer.from(JSON.stringify(last)).toString('base64url')

function rowIn(cursor: string | undefined): LastRow | undefined {
  if (cursor === undefined) return undefined
  const wrong = () => refuseInvalid({ cursor: ['is not a cursor of this list'] })
  try {
    const { key, id } = objectOf(JSON.parse(Buffer.from(cursor, 'base64url').toString())) ?? wrong()
    return typeof key === 'string' && typeof id === 'number' && Number.isSafeInteger(id) ? { key, id } : wrong()
  } catch {
    return wrong()
  }
}
