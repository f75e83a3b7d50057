// Management routes of conversations, which are the messages to and from a recipient on a channel.
import { Type } from 'typebox'
import { conversationOf, conversationsOf } from '../../../inbound/conversations.ts'
import type { HttpDeps } from '../../deps.ts'
import { type ManageApp, read, route } from '../access/rules.ts'
import { visibilityOf } from '../access/visibility.ts'
import { listOf } from '../answers/answers.ts'
import { body, channel, id, inWorkspace, page } from '../shapes.ts'

export function conversationRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/conversations',
    route(read('viewer'), 'listConversations', 'List conversations, the latest reply first', {
      params: inWorkspace,
      querystring: body({ ...page, channel: Type.Optional(channel), recipient: Type.Optional(id) }),
      response: { 200: listOf('Conversation') },
    }),
    async ({ params, query: { limit = 50, ...filter } }) => conversationsOf(db, params.ws, { ...filter, limit }),
  )

  app.get(
    '/workspaces/:ws/conversations/:id',
    route(read('viewer'), 'readConversation', 'Read the messages of a conversation, newest first', {
      params: Type.Object({ ws: id, id }),
      querystring: body(page),
      response: { 200: 'ConversationDetail' },
    }),
    async (request) => {
      const { ws, id } = request.params
      const { limit = 50, cursor } = request.query
      return conversationOf(db, clock.now(), ws, id, { cursor, limit }, visibilityOf(request))
    },
  )
}
