// Management routes that list, read and replay callbacks.
import { Type } from 'typebox'
import { callbackOf, callbacksOf, replayCallback } from '../../events/callback-list.ts'
import type { HttpDeps } from '../deps.ts'
import { change, type ManageApp, read, route } from './access/rules.ts'
import { visibilityOf } from './access/visibility.ts'
import { searchedListOf } from './answers/answers.ts'
import { callbackStatuses } from './answers/callbacks.ts'
import { ABOVE_EVERY_ID, body, cursorId, id, inWorkspace, mode, page, searchedPage, withLookahead } from './shapes.ts'

const byId = Type.Object({ ws: id, id })
const filters = {
  mode: Type.Optional(mode),
  status: Type.Optional(Type.Enum([...callbackStatuses], { type: 'string' })),
  delivery: Type.Optional(id),
}

export function callbackRoutes(app: ManageApp, { db, clock, wakeWorkers }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/callbacks',
    route(read('viewer'), 'listCallbacks', 'List callbacks, newest first', {
      params: inWorkspace,
      querystring: body({ ...page, ...filters }),
      response: { 200: searchedListOf('Callback') },
    }),
    async (request) => {
      const { cursor, limit = 50, ...filter } = request.query
      const query = { ...filter, before: cursorId(cursor, ABOVE_EVERY_ID), limit: withLookahead(limit) }
      return searchedPage(await callbacksOf(db, request.params.ws, query, visibilityOf(request)), limit)
    },
  )

  app.get(
    '/workspaces/:ws/callbacks/:id',
    route(read('viewer'), 'readCallback', 'Read a callback with its body and all attempts', {
      params: byId,
      response: { 200: 'CallbackDetail' },
    }),
    async (request) => callbackOf(db, request.params.ws, request.params.id, visibilityOf(request)),
  )

  app.post(
    '/workspaces/:ws/callbacks/:id/replay',
    route(change('admin', 'callback', 'id'), 'replayCallback', 'Send a finished callback again', {
      description: 'The request creates a new callback.',
      params: byId,
      response: { 202: 'CallbackDetail' },
    }),
    async (request) => {
      const { ws, id } = request.params
      const replayed = await replayCallback(db, clock.now(), ws, id, visibilityOf(request))
      wakeWorkers()
      return replayed
    },
  )
}
