// Management routes of the members of a workspace. Operators have further routes for all accounts of the installation.
import { Type } from 'typebox'
import { accountsOf, changeOperator, removeAccount } from '../../../members/accounts.ts'
import { changeRole, membersOf, removeMember } from '../../../members/memberships.ts'
import { passwordLinkFor } from '../../../members/new-passwords.ts'
import { resetSecondFactor } from '../../../members/second-factor/second-factor.ts'
import { signOutMember } from '../../../members/accounts.ts'
import { requireWorkspace } from '../../../workspaces/workspaces.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { listOf } from '../answers/answers.ts'
import { role } from '../answers/members.ts'
import {
  ABOVE_EVERY_ID,
  body,
  cursorId,
  id,
  inWorkspace,
  nothing,
  page,
  pageOf,
  text,
  withLookahead,
} from '../shapes.ts'
import { memberActor, signedIn } from './session-body.ts'

const ofWorkspace = Type.Object({ ws: id, id })
const byId = Type.Object({ id })

export function memberRoutes(app: ManageApp, { db }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/members',
    route(read('viewer'), 'listMembers', 'List the members of the workspace', {
      params: inWorkspace,
      querystring: body({
        ...page,
        q: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 255,
            description: 'Part of the name or email address. Upper and lower case make no difference.',
          }),
        ),
      }),
      response: { 200: listOf('Member') },
    }),
    async ({ params, query: { cursor, limit = 50, q } }) => {
      await requireWorkspace(db, params.ws)
      return pageOf(
        await membersOf(db, params.ws, { after: cursorId(cursor, 0), limit: withLookahead(limit), q }),
        limit,
      )
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

/** Routes of all accounts of the installation, for operators. */
export function installationAccountRoutes(app: ManageApp, { db, clock, publicUrl }: HttpDeps): void {
  app.get(
    '/members',
    route(read('operator'), 'listAccounts', 'List all accounts of the installation, newest first', {
      querystring: body({ ...page, q: Type.Optional(text(255)) }),
      response: { 200: listOf('AccountWithWorkspaces') },
    }),
    async ({ query: { cursor, limit = 50, q } }) =>
      pageOf(await accountsOf(db, { q, before: cursorId(cursor, ABOVE_EVERY_ID), limit: withLookahead(limit) }), limit),
  )

  app.patch(
    '/members/:id',
    route(
      change('operator', 'member', 'id'),
      'changeAccountRights',
      'Grant or revoke the operator rights of an account',
      {
        params: byId,
        body: body({ operator: Type.Boolean() }),
        response: { 200: 'Account' },
      },
    ),
    async ({ actor, params, body: { operator } }) => changeOperator(db, signedIn(actor), params.id, operator),
  )

  app.delete(
    '/members/:id',
    route(change('operator', 'member', 'id'), 'removeAccount', 'Remove an account with its sessions and memberships', {
      params: byId,
      response: { 204: nothing },
    }),
    async (request) => removeAccount(db, request.params.id),
  )

  app.post(
    '/members/:id/password-link',
    route(change('operator', 'member', 'id'), 'createPasswordLink', 'Create a link for a new password', {
      description: 'The link is only in this response. Give it to the member.',
      params: byId,
      response: { 201: Type.Object({ link: Type.String(), expires_at: Type.String({ format: 'date-time' }) }) },
    }),
    async (request) => passwordLinkFor(db, clock.now(), publicUrl(), request.params.id),
  )

  app.post(
    '/members/:id/sign-out',
    route(change('operator', 'member', 'id'), 'signOutAccount', 'End all sessions of an account', {
      params: byId,
      response: { 204: nothing },
    }),
    async (request) => signOutMember(db, request.params.id),
  )

  app.delete(
    '/members/:id/second-factor',
    route(change('operator', 'member', 'id'), 'resetSecondFactor', 'Remove the second factor of an account', {
      description:
        'For a member who has lost the authenticator app and the recovery codes. All sessions of the account end.',
      params: byId,
      response: { 204: nothing },
    }),
    async (request) => resetSecondFactor(db, request.params.id),
  )
}
