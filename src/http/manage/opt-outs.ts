// Management routes of opt-outs. An opt-out blocks the messages of a workspace to one address on one channel.
import { Type } from 'typebox'
import { channels } from '../../channels/index.ts'
import { sizes } from '../../limits.ts'
import { addOptOut, liftOptOut, optOutsOf } from '../../recipients/opt-outs.ts'
import type { HttpDeps } from '../deps.ts'
import { change, type ManageApp, read, route } from './access/rules.ts'
import { listOf } from './answers/answers.ts'
import {
  ABOVE_EVERY_ID,
  body,
  channel,
  cursorId,
  id,
  inWorkspace,
  mode,
  nothing,
  page,
  pageOf,
  text,
  withLookahead,
} from './shapes.ts'

const blocking = (kind: 'all' | 'advertising') =>
  channels.flatMap(({ optOuts, title }) => (optOuts === kind ? title : [])).join(', ')
const BLOCKED = `all messages (${blocking('all')}) or advertising (${blocking('advertising')})`

export function optOutRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/opt-outs',
    route(read('viewer'), 'listOptOuts', 'List opted-out addresses, newest first', {
      description: `An opt-out blocks ${BLOCKED}.`,
      params: inWorkspace,
      querystring: body({
        ...page,
        mode: Type.Optional(mode),
        channel: Type.Optional(channel),
        q: Type.Optional(text(255)),
        address: Type.Optional(
          Type.String({ minLength: 1, maxLength: sizes.email, description: 'The complete address.' }),
        ),
      }),
      response: { 200: listOf('OptOut') },
    }),
    async ({ params, query: { cursor, limit = 50, mode = 'live', ...filter } }) => {
      const listQuery = { ...filter, mode, after: cursorId(cursor, ABOVE_EVERY_ID), limit: withLookahead(limit) }
      return pageOf(await optOutsOf(db, params.ws, listQuery), limit)
    },
  )

  app.post(
    '/workspaces/:ws/opt-outs',
    route(change('admin', 'opt_out'), 'addOptOut', 'Opt an address out', {
      description: `The opt-out blocks ${BLOCKED}.`,
      params: inWorkspace,
      body: body({
        address: Type.String({ minLength: 1, maxLength: sizes.email }),
        channel: Type.Optional({ ...channel, default: 'email' }),
        mode: Type.Optional(mode),
      }),
      response: { 201: 'OptOut' },
    }),
    async (request) => {
      const { address, channel = 'email', mode = 'live' } = request.body
      return addOptOut(db, clock.now(), { workspaceId: request.params.ws, mode, channel, address })
    },
  )

  app.delete(
    '/workspaces/:ws/opt-outs/:id',
    route(change('admin', 'opt_out', 'id'), 'liftOptOut', 'Lift an opt-out', {
      description: 'After the request, the address receives messages again.',
      params: Type.Object({ ws: id, id }),
      response: { 204: nothing },
    }),
    async (request) => liftOptOut(db, request.params.ws, request.params.id),
  )
}
