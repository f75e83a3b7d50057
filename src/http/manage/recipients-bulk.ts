// Management routes that change many recipients: the ids that match a filter, tags, and removal.
import { Type } from 'typebox'
import { recipientBulk, records } from '../../limits.ts'
import { changeTags, recipientIdsOf, removeRecipients } from '../../recipients/bulk.ts'
import { recipientFields } from '../../recipients/fields.ts'
import type { HttpDeps } from '../deps.ts'
import { change, type ManageApp, read, route } from './access/rules.ts'
import {
  ABOVE_EVERY_ID,
  body,
  cursorId,
  id,
  inWorkspace,
  mode,
  page,
  searchedPage,
  text,
  withLookahead,
} from './shapes.ts'

const ids = Type.Array(id, { minItems: 1, maxItems: recipientBulk.recipients, uniqueItems: true })
const idList = Type.Array(Type.Integer())
const missing = Type.Integer({ description: 'The number of ids that no recipient of this workspace has.' })

export function recipientBulkRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/recipients/ids',
    route(read('viewer'), 'listRecipientIds', 'List the ids of recipients, newest first', {
      description:
        'With a filter, a page may have fewer ids than `limit`, although there is a next page (`next_cursor`).',
      params: inWorkspace,
      querystring: body({
        cursor: page.cursor,
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: recipientBulk.ids, default: recipientBulk.ids })),
        mode: Type.Optional(mode),
        q: Type.Optional(text(255)),
        tag: Type.Optional(text(records.tag)),
      }),
      response: { 200: Type.Object({ data: idList, next_cursor: Type.Union([Type.String(), Type.Null()]) }) },
    }),
    async ({ params, query }) => {
      const { cursor, limit = recipientBulk.ids, mode = 'live', q, tag } = query
      const filter = { mode, q, tag, after: cursorId(cursor, ABOVE_EVERY_ID), limit: withLookahead(limit) }
      const { data, next_cursor } = searchedPage(await recipientIdsOf(db, params.ws, filter), limit)
      return { data: data.map(({ id }) => id), next_cursor }
    },
  )

  app.post(
    '/workspaces/:ws/recipients/tags',
    route(change('admin', 'recipient'), 'tagRecipients', 'Add and remove tags of many recipients', {
      description: `All recipients are changed in one transaction, and each changed recipient emits contact.updated. A recipient that would have more than ${records.tags} tags is refused.`,
      params: inWorkspace,
      body: body({
        ids,
        add_tags: Type.Optional(recipientFields.tags),
        remove_tags: Type.Optional(recipientFields.tags),
      }),
      response: {
        200: Type.Object({
          changed: idList,
          unchanged: Type.Integer(),
          refused: Type.Array(Type.Integer(), { description: 'Recipients that would have too many tags.' }),
          missing,
        }),
      },
    }),
    async ({ params, body: { ids, add_tags: add = [], remove_tags: remove = [] } }) =>
      changeTags(db, clock.now(), params.ws, ids, { add, remove }),
  )

  app.post(
    '/workspaces/:ws/recipients/remove',
    route(change('admin', 'recipient'), 'removeRecipients', 'Remove the data of many recipients', {
      description: 'Deliveries are kept.',
      params: inWorkspace,
      body: body({ ids }),
      response: { 200: Type.Object({ removed: idList, missing }) },
    }),
    async ({ params, body: { ids } }) => removeRecipients(db, params.ws, ids),
  )
}
