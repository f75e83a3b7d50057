// Management routes that list, create, revoke and accept invitations to a workspace.
import { Type } from 'typebox'
import {
  acceptInvitation,
  invitationsOf,
  invite,
  readInvitation,
  revokeInvitation,
} from '../../../members/invitations.ts'
import { requireWorkspace } from '../../../workspaces/workspaces.ts'
import { change, type ManageApp, openToAll, read, route } from '../access/rules.ts'
import { listOf } from '../answers/answers.ts'
import { role } from '../answers/members.ts'
import { ABOVE_EVERY_ID, body, cursorId, id, inWorkspace, nothing, page, pageOf, withLookahead } from '../shapes.ts'
import { code, email, linkToken, name, password } from './session.ts'
import { answerSession, clientOf, type ManageDeps, sessionBody, signedIn } from './session-body.ts'
import { sessionTokenOf } from './session-cookie.ts'

export function invitationRoutes(app: ManageApp, deps: ManageDeps): void {
  const { db, clock, seal, config, publicUrl } = deps

  app.get(
    '/workspaces/:ws/invitations',
    route(read('viewer'), 'listInvitations', 'List pending invitations, newest first', {
      params: inWorkspace,
      querystring: body(page),
      response: { 200: listOf('MemberInvitation') },
    }),
    async ({ params, query: { cursor, limit = 50 } }) => {
      await requireWorkspace(db, params.ws)
      return pageOf(
        await invitationsOf(db, clock.now(), params.ws, cursorId(cursor, ABOVE_EVERY_ID), withLookahead(limit)),
        limit,
      )
    },
  )

  app.post(
    '/workspaces/:ws/invitations',
    route(change('owner', 'invitation'), 'invite', 'Invite a person to the workspace', {
      description: 'The link is sent by email. Without a mail server, the response contains the link, once.',
      params: inWorkspace,
      body: body({ email, role }),
      response: {
        201: 'NewMemberInvitation',
        429: 'Error',
      },
    }),
    async (request) => {
      const tools = { db, seal, publicUrl: publicUrl(), mails: config.smtpUrl !== undefined }
      const by = signedIn(request.actor)
      return invite(tools, clock.now(), request.params.ws, by, request.body)
    },
  )

  app.delete(
    '/workspaces/:ws/invitations/:id',
    route(change('owner', 'invitation', 'id'), 'revokeInvitation', 'Revoke an invitation', {
      params: Type.Object({ ws: id, id }),
      response: { 204: nothing },
    }),
    async (request) => revokeInvitation(db, request.params.ws, request.params.id),
  )
}

/** Routes for the invited person. The secret token from the link authenticates the request. */
export function invitationLinkRoutes(app: ManageApp, deps: ManageDeps): void {
  const { clock, publicUrl } = deps

  app.post(
    '/invitation/read',
    route(openToAll, 'readInvitation', 'Read the invitation of a link', {
      body: body({ token: linkToken }),
      response: { 200: 'OpenInvitation' },
    }),
    async (request) => readInvitation(deps, clock.now(), request.body.token, request.ip),
  )

  app.post(
    '/invitation/accept',
    route(openToAll, 'acceptInvitation', 'Accept an invitation and join the workspace', {
      description:
        'A caller with the session of the invited account needs no password. Otherwise the request must contain the password of the account. For a new account, it must contain a name and a password.',
      body: body({
        token: linkToken,
        name: Type.Optional(name),
        password: Type.Optional(password),
        code: Type.Optional(code),
      }),
      response: { 200: 'Session' },
    }),
    async (request, reply) => {
      const member = request.actor?.kind === 'member' ? request.actor : undefined
      const before = sessionTokenOf(request, publicUrl())
      const session = await acceptInvitation(deps, clock.now(), request.body, member, clientOf(request), before)
      return session === undefined
        ? sessionBody(deps, signedIn(request.actor))
        : answerSession(deps, request, reply, session)
    },
  )
}
