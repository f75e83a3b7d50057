// Management routes of sources.
import { Type } from 'typebox'
import { removeSourceBothWays } from '../../../connections/receiving.ts'
import { records } from '../../../limits.ts'
import { changeSource, createSource, sourceOf, sourcesOf } from '../../../workspaces/sources.ts'
import { requireWorkspace } from '../../../workspaces/workspaces.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { listOf } from '../answers/answers.ts'
import { body, cursorId, inSource, inWorkspace, nothing, page, pageOf, withLookahead } from '../shapes.ts'

const fields = {
  name: Type.String({ minLength: 1, maxLength: records.name, examples: ['Checkout'] }),
  rate_limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1e9,
      description: 'The maximum number of requests per hour with one API key. The default is 100.',
    }),
  ),
  confirm_click: Type.Optional(Type.Boolean()),
}

export function sourceRoutes(app: ManageApp, deps: HttpDeps): void {
  const { db, clock } = deps

  app.get(
    '/workspaces/:ws/sources',
    route(read('viewer'), 'listSources', 'List sources', {
      params: inWorkspace,
      querystring: body({
        ...page,
        q: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 255,
            description: 'Part of the name. Upper and lower case make no difference.',
          }),
        ),
      }),
      response: { 200: listOf('Source') },
    }),
    async ({ params, query: { cursor, limit = 50, q } }) => {
      await requireWorkspace(db, params.ws)
      return pageOf(
        await sourcesOf(db, params.ws, { after: cursorId(cursor, 0), limit: withLookahead(limit), q }),
        limit,
      )
    },
  )

  app.post(
    '/workspaces/:ws/sources',
    route(change('admin', 'source'), 'createSource', 'Create a source', {
      params: inWorkspace,
      body: body(fields),
      response: { 201: 'Source' },
    }),
    async (request) => {
      await requireWorkspace(db, request.params.ws)
      return createSource(db, clock.now(), request.params.ws, request.body)
    },
  )

  app.get(
    '/workspaces/:ws/sources/:source',
    route(read('viewer'), 'readSource', 'Read a source', { params: inSource, response: { 200: 'Source' } }),
    async ({ params }) => sourceOf(db, params.ws, params.source),
  )

  app.patch(
    '/workspaces/:ws/sources/:source',
    route(change('admin', 'source', 'source'), 'changeSource', 'Change a source', {
      params: inSource,
      body: Type.Partial(body(fields), { additionalProperties: false }),
      response: { 200: 'Source' },
    }),
    async ({ params, body: change }) => changeSource(db, params.ws, params.source, change),
  )

  app.delete(
    '/workspaces/:ws/sources/:source',
    route(change('admin', 'source', 'source'), 'removeSource', 'Remove a source with its keys and connections', {
      params: inSource,
      response: { 204: nothing },
    }),
    async (request) =>
      removeSourceBothWays(deps, clock.now(), {
        workspaceId: request.params.ws,
        sourceId: request.params.source,
      }),
  )
}
