// Management routes of the caller's account: name, password and sessions.
import { Type } from 'typebox'
import { rename } from '../../../members/accounts.ts'
import { changePassword } from '../../../members/new-passwords.ts'
import { endAllSessions, endOtherSessions, endSession, sessionsOf } from '../../../members/sessions.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { listOf } from '../answers/answers.ts'
import { body, id, nothing } from '../shapes.ts'
import { name, password } from './session.ts'
import { answerSession, clientOf, memberActor } from './session-body.ts'
import { clearSessionCookie } from './session-cookie.ts'

export function accountRoutes(app: ManageApp, deps: HttpDeps): void {
  const { db, clock, publicUrl } = deps

  app.patch(
    '/account',
    route(change('account', 'member', 'self'), 'changeAccount', 'Change the name of your account', {
      body: body({ name }),
      response: { 200: 'Account' },
    }),
    async (request) => rename(db, memberActor(request).id, request.body.name),
  )

  app.post(
    '/account/password',
    route(change('account', 'member', 'self'), 'changePassword', 'Change your own password', {
      description: 'The request ends all other sessions of the account.',
      body: body({ current_password: password, new_password: password }),
      response: {
        200: 'Session',
        429: 'Error',
      },
    }),
    async (request, reply) => {
      const { current_password: current, new_password: next } = request.body
      const passwords = { current, next }
      const token = await changePassword(deps, clock.now(), memberActor(request), passwords, clientOf(request))
      return answerSession(deps, request, reply, token)
    },
  )

  app.get(
    '/account/sessions',
    route(read('account'), 'listSessions', 'List your own sessions', { response: { 200: listOf('MemberSession') } }),
    async (request) => ({ data: await sessionsOf(db, clock.now(), memberActor(request)), next_cursor: null }),
  )

  app.delete(
    '/account/sessions/:id',
    route(change('account', 'session', 'id'), 'endSession', 'End one of your sessions', {
      params: Type.Object({ id }),
      response: { 204: nothing },
    }),
    async (request, reply) => {
      const member = memberActor(request)
      await endSession(db, member.id, request.params.id)
      if (request.params.id === member.sessionId) clearSessionCookie(reply, publicUrl())
    },
  )

  app.post(
    '/account/sessions/revoke-others',
    route(change('account', 'member', 'self'), 'endOtherSessions', 'End all your own sessions except this one', {
      response: { 204: nothing },
    }),
    async (request) => endOtherSessions(db, memberActor(request)),
  )

  app.post(
    '/account/sessions/revoke-all',
    route(change('account', 'member', 'self'), 'signOutEverywhere', 'End all your own sessions, including this one', {
      response: { 204: nothing },
    }),
    async (request, reply) => {
      await endAllSessions(db, memberActor(request).id)
      clearSessionCookie(reply, publicUrl())
    },
  )
}
