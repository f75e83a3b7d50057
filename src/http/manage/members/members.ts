// Management: a workspace's members and their roles; every account of the installation, for operators.
import { Type } from 'typebox'
import { accountsOf, changeOperator, removeAccount } from '../../../members/accounts.ts'
import { changeRole, membersOf, removeMember } from '../../../members/memberships.ts'
import { passwordLinkFor } from '../../../members/new-passwords.ts'
import { requireWorkspace } from '../../../workspaces/workspaces.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read } from '../access/rules.ts'
import { listOf } from '../answers/answers.ts'
import { role } from '../answers/members.ts'
import { andNext, body, cursorId, described, id, inWorkspace, nothing, page, pageOf, TOP, text } from '../shapes.ts'
import { memberActor, signedIn } from './session-body.ts'

const ofWorkspace = Type.Object({ ws: id, id })
const byId = Type.Object({ id })

export function memberRoutes(app: ManageApp, { db }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/members',
    {
      config: read('viewer'),
      schema: {
        ...described('listMembers', "List the workspace's members", { 200: listOf('Member') }),
        params: inWorkspace,
        querystring: body({
          ...page,
          q: Type.Optional(
            Type.String({ minLength: 1, maxLength: 255, description: 'Part of the name or address, in any case.' }),
          ),
        }),
      },
    },
    async ({ params, query: { cursor, limit = 50, q } }) => {
      await requireWorkspace(db, params.ws)
      return pageOf(await membersOf(db, params.ws, { after: cursorId(cursor, 0), limit: andNext(limit), q }), limit)
    },
  )

  app.patch(
    '/workspaces/:ws/members/:id',
    {
      config: change('owner', 'member', 'id'),
      schema: {
        ...described('changeMember', "Change a member's role; a lower one ends the member's sessions", {
          200: 'Member',
        }),
        params: ofWorkspace,
        body: body({ role }),
      },
    },
    async ({ actor, params, body: wanted }) => changeRole(db, signedIn(actor), params.ws, params.id, wanted.role),
  )

  app.delete(
    '/workspaces/:ws/members/:id',
    {
      config: change('owner', 'member', 'id'),
      schema: {
        ...described('removeMember', 'Remove a member from the workspace and end their sessions; the account stays', {
          204: nothing,
        }),
        params: ofWorkspace,
      },
    },
    async (request) => removeMember(db, signedIn(request.actor), request.params.ws, request.params.id),
  )

  app.post(
    '/workspaces/:ws/leave',
    {
      config: change('viewer', 'member', 'self'),
      schema: { ...described('leaveWorkspace', 'Leave the workspace', { 204: nothing }), params: inWorkspace },
    },
    async (request) => {
      const member = memberActor(request)
      await removeMember(db, member, request.params.ws, member.id)
    },
  )
}

/** Every account of the installation, for operators. */
export function installationAccountRoutes(app: ManageApp, { db, clock, publicUrl }: HttpDeps): void {
  app.get(
    '/members',
    {
      config: read('operator'),
      schema: {
        ...described('listAccounts', 'List every account of the installation, newest first', {
          200: listOf('AccountWithWorkspaces'),
        }),
        querystring: body({ ...page, q: Type.Optional(text(255)) }),
      },
    },
    async ({ query: { cursor, limit = 50, q } }) =>
      pageOf(await accountsOf(db, { q, before: cursorId(cursor, TOP), limit: andNext(limit) }), limit),
  )

  app.patch(
    '/members/:id',
    {
      config: change('operator', 'member', 'id'),
      schema: {
        ...described('changeAccountRights', 'Make a member an operator of the installation, or no longer one', {
          200: 'Account',
        }),
        params: byId,
        body: body({ operator: Type.Boolean() }),
      },
    },
    async ({ actor, params, body: { operator } }) => changeOperator(db, signedIn(actor), params.id, operator),
  )

  app.delete(
    '/members/:id',
    {
      config: change('operator', 'member', 'id'),
      schema: {
        ...described('removeAccount', 'Remove an account with its sessions and memberships', { 204: nothing }),
        params: byId,
      },
    },
    async (request) => removeAccount(db, request.params.id),
  )

  app.post(
    '/members/:id/password-link',
    {
      config: change('operator', 'member', 'id'),
      schema: {
        ...described('createPasswordLink', 'Make a link for a new password, to be handed over', {
          201: Type.Object({ link: Type.String(), expires_at: Type.String({ format: 'date-time' }) }),
        }),
        params: byId,
      },
    },
    async (request) => passwordLinkFor(db, clock.now(), publicUrl(), request.params.id),
  )
}
