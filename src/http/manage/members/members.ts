// Management routes of the members of a workspace.
import { Type } from 'typebox'
import { membersFile } from '../../../members/exports.ts'
import { changeRole, membersOf, removeMember } from '../../../members/memberships.ts'
import { requireWorkspace } from '../../../workspaces/workspaces.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, download, type ManageApp, read, route } from '../access/rules.ts'
import { listOf } from '../answers/answers.ts'
import { role } from '../answers/members.ts'
import { fileFormat, rowFileAnswer, sendRowFile } from '../row-files.ts'
import { body, cursorId, id, inWorkspace, nothing, page, pageOf, withLookahead } from '../shapes.ts'
import { memberFilters } from './member-filters.ts'
import { memberActor, signedIn } from './session-body.ts'

const ofWorkspace = Type.Object({ ws: id, id })

export function memberRoutes(app: ManageApp, deps: HttpDeps): void {
  const { db } = deps

  app.get(
    '/workspaces/:ws/members',
    route(read('viewer'), 'listMembers', 'List the members of the workspace', {
      params: inWorkspace,
      querystring: body({ ...page, ...memberFilters }),
      response: { 200: listOf('Member') },
    }),
    async ({ params, query: { cursor, limit = 50, ...filter } }) => {
      await requireWorkspace(db, params.ws)
      const place = { after: cursorId(cursor, 0), limit: withLookahead(limit) }
      return pageOf(await membersOf(db, params.ws, { ...filter, ...place }), limit)
    },
  )

  app.get(
    '/workspaces/:ws/members/export',
    route(download('viewer', 'member'), 'exportMembers', 'Export the members of the workspace as a file', {
      params: inWorkspace,
      querystring: body({ ...memberFilters, format: fileFormat }),
      response: { 200: rowFileAnswer('One member per line.') },
    }),
    async (request, reply) => {
      await requireWorkspace(db, request.params.ws)
      const { format = 'csv', ...filter } = request.query
      const pages = membersFile(db, format, request.params.ws, filter)
      return sendRowFile(deps, request, reply, { name: 'members', format }, pages)
    },
  )

  app.patch(
    '/workspaces/:ws/members/:id',
    route(change('owner', 'member', 'id'), 'changeMember', 'Change the role of a member', {
      description: 'If the new role is lower, the sessions of the member end.',
      params: ofWorkspace,
      body: body({ role }),
      response: { 200: 'Member' },
    }),
    async ({ actor, params, body: input }) => changeRole(db, signedIn(actor), params.ws, params.id, input.role),
  )

  app.delete(
    '/workspaces/:ws/members/:id',
    route(
      change('owner', 'member', 'id'),
      'removeMember',
      'Remove a member from the workspace and end their sessions',
      {
        description: 'The account of the person is kept.',
        params: ofWorkspace,
        response: { 204: nothing },
      },
    ),
    async (request) => removeMember(db, signedIn(request.actor), request.params.ws, request.params.id),
  )

  app.post(
    '/workspaces/:ws/leave',
    route(change('viewer', 'member', 'self'), 'leaveWorkspace', 'Leave the workspace', {
      params: inWorkspace,
      response: { 204: nothing },
    }),
    async (request) => {
      const member = memberActor(request)
      await removeMember(db, member, request.params.ws, member.id)
    },
  )
}
