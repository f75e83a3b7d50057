// Management: callbacks, their attempts, and sending one once more.
import { Type } from 'typebox'
import { callbackOf, callbacksOf, replayCallback } from '../../events/callback-list.ts'
import type { HttpDeps } from '../deps.ts'
import { change, type ManageApp, read } from './access/rules.ts'
import { sightOf } from './access/sight.ts'
import { searchedListOf } from './answers/answers.ts'
import { callbackStatuses } from './answers/callbacks.ts'
import { andNext, body, cursorId, described, id, inWorkspace, mode, page, searchedPage, TOP } from './shapes.ts'

const byId = Type.Object({ ws: id, id })
const filters = {
  mode: Type.Optional(mode),
  status: Type.Optional(Type.Enum([...callbackStatuses], { type: 'string' })),
  delivery: Type.Optional(id),
}

export function callbackRoutes(app: ManageApp, { db, clock, wakeWorkers }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/callbacks',
    {
      config: read('viewer'),
      schema: {
        ...described('listCallbacks', 'Look through callbacks, newest first', { 200: searchedListOf('Callback') }),
        params: inWorkspace,
        querystring: body({ ...page, ...filters }),
      },
    },
    async (request) => {
      const { cursor, limit = 50, ...filter } = request.query
      const look = { ...filter, before: cursorId(cursor, TOP), limit: andNext(limit) }
      return searchedPage(await callbacksOf(db, request.params.ws, look, sightOf(request)), limit)
    },
  )

  app.get(
    '/workspaces/:ws/callbacks/:id',
    {
      config: read('viewer'),
      schema: {
        ...described('readCallback', 'A callback with its body and every attempt', { 200: 'CallbackDetail' }),
        params: byId,
      },
    },
    async (request) => callbackOf(db, request.params.ws, request.params.id, sightOf(request)),
  )

  app.post(
    '/workspaces/:ws/callbacks/:id/replay',
    {
      config: change('admin', 'callback', 'id'),
      schema: {
        ...described('replayCallback', 'Send an ended callback once more, as a new one', { 202: 'CallbackDetail' }),
        params: byId,
      },
    },
    async (request) => {
      const { ws, id } = request.params
      const replayed = await replayCallback(db, clock.now(), ws, id, sightOf(request))
      wakeWorkers()
      return replayed
    },
  )
}
