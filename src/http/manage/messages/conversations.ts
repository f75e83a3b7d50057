// Management: what people wrote on a channel, beside what they were sent there.
import { Type } from 'typebox'
import { conversationOf, conversationsOf } from '../../../inbound/conversations.ts'
import type { HttpDeps } from '../../deps.ts'
import { type ManageApp, read } from '../access/rules.ts'
import { sightOf } from '../access/sight.ts'
import { listOf } from '../answers/answers.ts'
import { body, channel, described, id, inWorkspace, page } from '../shapes.ts'

export function conversationRoutes(app: ManageApp, { db }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/conversations',
    {
      config: read('viewer'),
      schema: {
        ...described('listConversations', 'Conversations, whoever wrote last first', { 200: listOf('Conversation') }),
        params: inWorkspace,
        querystring: body({ ...page, channel: Type.Optional(channel), recipient: Type.Optional(id) }),
      },
    },
    async ({ params, query: { limit = 50, ...filter } }) => conversationsOf(db, params.ws, { ...filter, limit }),
  )

  app.get(
    '/workspaces/:ws/conversations/:id',
    {
      config: read('viewer'),
      schema: {
        ...described('readConversation', 'What was said and sent, newest first', { 200: 'ConversationDetail' }),
        params: Type.Object({ ws: id, id }),
        querystring: body(page),
      },
    },
    async (request) => {
      const { ws, id } = request.params
      const { limit = 50, cursor } = request.query
      return conversationOf(db, ws, id, { cursor, limit }, sightOf(request))
    },
  )
}
