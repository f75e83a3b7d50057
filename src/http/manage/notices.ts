// Management route of the notices to the owners of a workspace. It also shows whether each notice was sent by email.
import { Type } from 'typebox'
import { noticesOf } from '../../workspaces/notices.ts'
import type { HttpDeps } from '../deps.ts'
import { type ManageApp, read, route } from './access/rules.ts'
import { listOf } from './answers/answers.ts'
import { ABOVE_EVERY_ID, body, cursorId, inWorkspace, page, pageOf, withLookahead } from './shapes.ts'

export function noticeRoutes(app: ManageApp, { db }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/notices',
    route(read('viewer'), 'listNotices', 'List notices to the owners, newest first', {
      params: inWorkspace,
      querystring: body({
        ...page,
        mail: Type.Optional(
          Type.Enum(['waiting', 'sent', 'kept', 'failed'], {
            type: 'string',
            description:
              'kept: the notice was not sent by email, because no mail server is set, no address is known, or the daily limit of notices was reached.',
          }),
        ),
      }),
      response: { 200: listOf('Notice') },
    }),
    async ({ params, query: { cursor, limit = 50, mail } }) =>
      pageOf(
        await noticesOf(db, params.ws, { before: cursorId(cursor, ABOVE_EVERY_ID), limit: withLookahead(limit), mail }),
        limit,
      ),
  )
}
