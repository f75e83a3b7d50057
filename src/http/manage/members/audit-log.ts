// Management routes that read the audit log of a workspace or of the whole installation.
import { type Static, Type } from 'typebox'
import { auditLogOf } from '../../../members/audit.ts'
import { requireWorkspace } from '../../../workspaces/workspaces.ts'
import type { HttpDeps } from '../../deps.ts'
import { type ManageApp, read, route } from '../access/rules.ts'
import { searchedListOf } from '../answers/answers.ts'
import {
  ABOVE_EVERY_ID,
  body,
  cursorId,
  dateOf,
  dateTime,
  id,
  inWorkspace,
  page,
  searchedPage,
  text,
  withLookahead,
} from '../shapes.ts'

const filters = {
  ...page,
  member: Type.Optional(id),
  action: Type.Optional(text(100)),
  object: Type.Optional(Type.String({ maxLength: 100, description: 'The kind of the object, such as source.' })),
  since: Type.Optional(dateTime('Returns only lines from this time or later.')),
  until: Type.Optional(dateTime('Before this time.')),
}
const query = body(filters)

export function auditLogRoutes(app: ManageApp, { db }: HttpDeps): void {
  const answer = async (workspaceId: number | undefined, queryString: Static<typeof query>) => {
    const { cursor, limit = 50, since, until, ...filter } = queryString
    const found = await auditLogOf(db, {
      ...filter,
      workspaceId,
      since: since === undefined ? undefined : dateOf('since', since),
      until: until === undefined ? undefined : dateOf('until', until),
      before: cursorId(cursor, ABOVE_EVERY_ID),
      limit: withLookahead(limit),
    })
    return searchedPage(found, limit)
  }

  app.get(
    '/workspaces/:ws/audit-log',
    route(read('viewer'), 'readAuditLog', 'List changes and exports of the workspace, newest first', {
      params: inWorkspace,
      querystring: query,
      response: { 200: searchedListOf('AuditLine') },
    }),
    async ({ params, query: filter }) => {
      await requireWorkspace(db, params.ws)
      return answer(params.ws, filter)
    },
  )

  app.get(
    '/audit-log',
    route(read('operator'), 'readWholeAuditLog', 'List the audit log of the installation, newest first', {
      description: 'The log contains the changes, exports and sign-ins of all workspaces.',
      querystring: body({ ...filters, workspace: Type.Optional(id) }),
      response: { 200: searchedListOf('AuditLine') },
    }),
    async ({ query: { workspace, ...filter } }) => answer(workspace, filter),
  )
}
