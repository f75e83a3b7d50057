// Management routes that read the audit log of a workspace or of the whole installation.
import { type Static, Type } from 'typebox'
import { auditLogOf } from '../../../members/audit.ts'
import { auditLogFile } from '../../../members/exports.ts'
import { requireWorkspace } from '../../../workspaces/workspaces.ts'
import type { HttpDeps } from '../../deps.ts'
import { download, type ManageApp, read, route } from '../access/rules.ts'
import { searchedListOf } from '../answers/answers.ts'
import { fileFormat, rowFileAnswer, sendRowFile } from '../row-files.ts'
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
  member: Type.Optional(id),
  action: Type.Optional(text(100)),
  object: Type.Optional(Type.String({ maxLength: 100, description: 'The kind of the object, such as source.' })),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Part of the actor, action, object or address. Upper and lower case make no difference.',
    }),
  ),
  since: Type.Optional(dateTime('Returns only lines from this time or later.')),
  until: Type.Optional(dateTime('Before this time.')),
}
const query = body({ ...page, ...filters })
const fileQuery = body({ ...filters, format: fileFormat })
const whole = { workspace: Type.Optional(id) }

export function auditLogRoutes(app: ManageApp, deps: HttpDeps): void {
  const { db } = deps
  const rangeOf = ({ since, until }: { since?: string; until?: string }) => ({
    ...(since === undefined ? {} : { since: dateOf('since', since) }),
    ...(until === undefined ? {} : { until: dateOf('until', until) }),
  })
  const answer = async (workspaceId: number | undefined, queryString: Static<typeof query>) => {
    const { cursor, limit = 50, since, until, ...filter } = queryString
    const found = await auditLogOf(db, {
      ...filter,
      ...rangeOf(queryString),
      ...(workspaceId === undefined ? {} : { workspaceId }),
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
      querystring: body({ ...page, ...filters, ...whole }),
      response: { 200: searchedListOf('AuditLine') },
    }),
    async ({ query: { workspace, ...filter } }) => answer(workspace, filter),
  )

  app.get(
    '/workspaces/:ws/audit-log/export',
    route(download('viewer', 'audit_log'), 'exportAuditLog', 'Export the audit log of the workspace as a file', {
      params: inWorkspace,
      querystring: fileQuery,
      response: { 200: rowFileAnswer('One line per change or export, newest first.') },
    }),
    async (request, reply) => {
      await requireWorkspace(db, request.params.ws)
      const { format = 'csv', since, until, ...filter } = request.query
      const selected = { ...filter, ...rangeOf(request.query), workspaceId: request.params.ws }
      return sendRowFile(deps, request, reply, { name: 'audit-log', format }, auditLogFile(db, format, selected))
    },
  )

  app.get(
    '/audit-log/export',
    route(download('operator', 'audit_log'), 'exportWholeAuditLog', 'Export the audit log of the installation', {
      querystring: body({ ...filters, ...whole, format: fileFormat }),
      response: { 200: rowFileAnswer('One line per change, export or sign-in, newest first.') },
    }),
    async (request, reply) => {
      const { format = 'csv', since, until, workspace, ...filter } = request.query
      const inOne = workspace === undefined ? {} : { workspaceId: workspace }
      const selected = { ...filter, ...rangeOf(request.query), ...inOne }
      const file = { name: 'audit-log-installation', format }
      return sendRowFile(deps, request, reply, file, auditLogFile(db, format, selected))
    },
  )
}
