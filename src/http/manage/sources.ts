// Management: sources and their keys.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { brand } from '../../brand.ts'
import { createKey, type KeyKind, keysOf, revoke } from '../../workspace/keys.ts'
import { removeSourceBothWays } from '../../workspace/receiving.ts'
import { changeSource, createSource, sourceOf, sourcesOf } from '../../workspace/sources.ts'
import { requireWorkspace } from '../../workspace/workspaces.ts'
import type { HttpDeps } from '../deps.ts'
import { listOf } from './answers.ts'
import { andNext, body, cursorId, described, id, inSource, inWorkspace, mode, nothing, page, pageOf } from './shapes.ts'

const fields = {
  name: Type.String({ minLength: 1, maxLength: 255, examples: ['Checkout'] }),
  rate_limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1e9, description: 'Requests an hour per key; default 100.' }),
  ),
  confirm_click: Type.Optional(Type.Boolean()),
}

export function sourceRoutes(instance: FastifyInstance, deps: HttpDeps): void {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>()
  const { db, clock, seal, config, publicUrl } = deps
  const tools = { db, seal, publicUrl, allowPrivateNetwork: config.allowPrivateNetwork }

  app.get(
    '/workspaces/:ws/sources',
    {
      schema: {
        ...described('listSources', 'List sources', { 200: listOf('Source') }),
        params: inWorkspace,
        querystring: body(page),
      },
    },
    async ({ params, query: { cursor, limit = 50 } }) => {
      await requireWorkspace(db, params.ws)
      return pageOf(await sourcesOf(db, params.ws, cursorId(cursor, 0), andNext(limit)), limit)
    },
  )

  app.post(
    '/workspaces/:ws/sources',
    {
      schema: {
        ...described('createSource', 'Create a source', { 201: 'Source' }),
        params: inWorkspace,
        body: body(fields),
      },
    },
    async (request, reply) => {
      await requireWorkspace(db, request.params.ws)
      return reply.code(201).send(await createSource(db, clock.now(), request.params.ws, request.body))
    },
  )

  app.get(
    '/workspaces/:ws/sources/:source',
    { schema: { ...described('readSource', 'A source', { 200: 'Source' }), params: inSource } },
    async ({ params }) => sourceOf(db, params.ws, params.source),
  )

  app.patch(
    '/workspaces/:ws/sources/:source',
    {
      schema: {
        ...described('changeSource', 'Change a source', { 200: 'Source' }),
        params: inSource,
        body: Type.Partial(body(fields), { additionalProperties: false }),
      },
    },
    async ({ params, body: change }) => changeSource(db, params.ws, params.source, change),
  )

  app.delete(
    '/workspaces/:ws/sources/:source',
    {
      schema: {
        ...described('removeSource', 'Remove a source with its keys and connections', { 204: nothing }),
        params: inSource,
      },
    },
    async (request, reply) => {
      await removeSourceBothWays(tools, clock.now(), {
        workspaceId: request.params.ws,
        sourceId: request.params.source,
      })
      return reply.code(204).send()
    },
  )

  keyRoutes(instance, deps, 'api', 'api-keys', 'API key')
  keyRoutes(instance, deps, 'trigger', 'trigger-keys', 'trigger key')
}

function keyRoutes(
  instance: FastifyInstance,
  { db, clock, seal, publicUrl }: HttpDeps,
  kind: KeyKind,
  segment: string,
  what: string,
): void {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>()
  const path = `/workspaces/:ws/sources/:source/${segment}`
  const noun = kind === 'api' ? 'ApiKey' : 'TriggerKey'

  app.get(
    path,
    {
      schema: {
        ...described(`list${noun}s`, `List ${what}s, without their text`, { 200: listOf('SourceKey') }),
        params: inSource,
      },
    },
    async ({ params }) => ({ data: await keysOf(db, params.ws, params.source, kind), next_cursor: null }),
  )

  app.post(
    path,
    {
      schema: {
        ...described(`create${noun}`, `Create ${kind === 'api' ? 'an' : 'a'} ${what}; its text is shown this once`, {
          201: 'NewKey',
        }),
        params: inSource,
        body: kind === 'api' ? body({ mode }) : body({ mode: Type.Optional(mode) }),
      },
    },
    async (request, reply) => {
      const { ws, source } = request.params
      const created = await createKey(
        db,
        clock.now(),
        seal,
        { workspaceId: ws, sourceId: source },
        kind,
        request.body.mode ?? 'live',
      )
      return reply
        .code(201)
        .send(kind === 'api' ? created : { ...created, url: `${publicUrl()}${brand.basePath}/wh/${created.key}` })
    },
  )

  app.delete(
    `${path}/:key`,
    {
      schema: {
        ...described(`revoke${noun}`, `Revoke ${kind === 'api' ? 'an' : 'a'} ${what} for good`, { 204: nothing }),
        params: Type.Object({ ws: id, source: id, key: id }),
      },
    },
    async (request, reply) => {
      const { ws, source, key } = request.params
      await revoke(db, clock.now(), { workspaceId: ws, sourceId: source, kind, id: key })
      return reply.code(204).send()
    },
  )
}
