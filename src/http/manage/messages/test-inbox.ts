// Management routes of the test inbox: list with filters, one message, and clearing.
import { Type } from 'typebox'
import { clearTestInbox, testInboxOf, testMessageOf } from '../../../delivery/list/test-inbox.ts'
import { lengths } from '../../../limits.ts'
import { storedNotices } from '../../../workspaces/notices.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { visibilityOf } from '../access/visibility.ts'
import { searchedListOf } from '../answers/answers.ts'
import {
  ABOVE_EVERY_ID,
  body,
  boundedPage,
  channel,
  cursorId,
  id,
  inWorkspace,
  orNull,
  page,
  searchedPage,
  text,
} from '../shapes.ts'

const byId = Type.Object({ ws: id, id })

const filters = {
  channel: Type.Optional(channel),
  template: Type.Optional(text(lengths.templateSlug)),
  q: Type.Optional({
    ...text(255),
    description:
      'Part of the name or address of the recipient, of the subject or of the text. For viewers, the search does not cover subjects and texts, because they may contain sensitive values.',
  }),
  brief: Type.Optional(
    Type.Boolean({ description: 'true: `message` contains only the subject and the first words of the text.' }),
  ),
}

const clearedTo = Type.Integer({
  minimum: 0,
  description:
    'The id of the newest message that the list does not contain because it was cleared. 0 if there is none.',
})

export function testInboxRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/test-inbox',
    route(read('viewer'), 'listTestInbox', 'List the messages of test keys, newest first', {
      description:
        'The first page also contains the notices that were not sent by email. With a filter, a page may have fewer rows than `limit`, or no rows, although there is a next page (`next_cursor`).',
      params: inWorkspace,
      querystring: body({ ...page, ...filters }),
      response: {
        200: searchedListOf('TestMessage', { notices: Type.Array(Type.Ref('Notice')), cleared_to: clearedTo }),
      },
    }),
    async (request) => {
      const { ws } = request.params
      const { cursor, limit = 50, ...filter } = request.query
      const query = { ...filter, before: cursorId(cursor, ABOVE_EVERY_ID), limit }
      const found = await testInboxOf(db, clock.now(), ws, query, visibilityOf(request))
      return {
        searched_to: null,
        ...(found.reached === undefined ? boundedPage(found) : searchedPage(found, limit)),
        notices: cursor === undefined ? await storedNotices(db, ws) : [],
        cleared_to: found.clearedTo,
      }
    },
  )

  app.get(
    '/workspaces/:ws/test-inbox/:id',
    route(read('viewer'), 'readTestMessage', 'Read a message of the test inbox', {
      params: byId,
      response: { 200: 'TestMessage' },
    }),
    async (request) => {
      const { ws, id } = request.params
      return testMessageOf(db, clock.now(), ws, id, visibilityOf(request))
    },
  )

  app.post(
    '/workspaces/:ws/test-inbox/clear',
    route(change('admin', 'test_inbox', 'ws'), 'clearTestInbox', 'Clear the test inbox', {
      description: 'The list no longer contains the messages. Their deliveries stay.',
      params: inWorkspace,
      body: body({
        up_to: Type.Optional(
          orNull(
            Type.Integer({
              minimum: 0,
              maximum: Number.MAX_SAFE_INTEGER,
              description:
                'Clear the messages up to this id. The default is the newest message. 0 shows all messages again.',
            }),
          ),
        ),
      }),
      response: {
        200: Type.Object({
          before: Type.Integer({ description: 'The value of `cleared_to` before. Send it as `up_to` to undo.' }),
          cleared_to: clearedTo,
        }),
      },
    }),
    async ({ params, body }) => clearTestInbox(db, params.ws, body.up_to ?? null),
  )
}
