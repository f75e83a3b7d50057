// Management routes that create the first owner, start and end sessions, and replace forgotten passwords.
import { Type } from 'typebox'
import { sizes } from '../../../limits.ts'
import { logIn, logOut } from '../../../members/accounts.ts'
import { resetPassword } from '../../../members/new-passwords.ts'
import { requestPasswordLink } from '../../../members/password-requests.ts'
import { isSetUp, setUp } from '../../../members/set-up.ts'
import { type ManageApp, openToAll, read, route } from '../access/rules.ts'
import { body, locale, nothing, text } from '../shapes.ts'
import { answerSession, clientOf, type ManageDeps, sessionBody, signedIn } from './session-body.ts'
import { clearSessionCookie, sessionTokenOf } from './session-cookie.ts'

export const email = Type.String({ format: 'email', maxLength: sizes.email })
export const name = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]+$',
  examples: ['Ada Lovelace'],
  description: 'A name without line breaks.',
})
/**
 * The schema of a password in a request. Its maximum length only limits the work of hashing. src/members/passwords.ts
 * checks the length that passwords must have.
 */
export const password = Type.String({ minLength: 1, maxLength: 1000 })
export const linkToken = text(200)
export const code = Type.String({
  minLength: 1,
  maxLength: 64,
  examples: ['123456'],
  description: 'The code of the authenticator app, or a recovery code. Required if the account has a second factor.',
})

export function sessionRoutes(app: ManageApp, deps: ManageDeps): void {
  const { db, clock, publicUrl } = deps

  app.get(
    '/setup',
    route(openToAll, 'readSetup', 'Check whether this installation needs its first owner', {
      response: { 200: Type.Object({ needed: Type.Boolean() }) },
    }),
    async () => ({ needed: !(await isSetUp(db)) }),
  )

  app.post(
    '/setup',
    route(openToAll, 'setUp', 'Create the first owner of this installation', {
      description: 'The first start of the service printed a link. Send the token from this link.',
      body: body({ token: linkToken, name, email, password, locale: Type.Optional(locale) }),
      response: { 201: 'Session' },
    }),
    async (request, reply) => {
      const token = await setUp(deps, clock.now(), request.body, clientOf(request))
      return answerSession(deps, request, reply, token)
    },
  )

  app.post(
    '/login',
    route(openToAll, 'signIn', 'Sign in', {
      description:
        'The response sets the cookie of a new session. If the account has a second factor and the request has no code, the answer is 401 second_factor_required. Send the request again with the code.',
      body: body({
        email: Type.String({ minLength: 1, maxLength: sizes.email }),
        password,
        code: Type.Optional(code),
      }),
      response: { 200: 'Session' },
    }),
    async (request, reply) => {
      const before = sessionTokenOf(request, publicUrl())
      const token = await logIn(deps, clock.now(), request.body, clientOf(request), before)
      return answerSession(deps, request, reply, token)
    },
  )

  app.post(
    '/logout',
    route(openToAll, 'signOut', 'End the session of this browser', { response: { 204: nothing } }),
    async (request, reply) => {
      const token = sessionTokenOf(request, publicUrl())
      if (token !== undefined) await logOut(db, clock.now(), token, clientOf(request))
      clearSessionCookie(reply, publicUrl())
    },
  )

  app.get(
    '/session',
    route(read('member'), 'readSession', 'Read the caller and their workspaces', { response: { 200: 'Session' } }),
    async ({ actor }) => sessionBody(deps, signedIn(actor)),
  )
}

/** Routes for a member who has forgotten the password. */
export function passwordRoutes(app: ManageApp, deps: ManageDeps): void {
  const { clock, config } = deps

  app.post(
    '/password/forgotten',
    route(openToAll, 'forgotPassword', 'Mail a link for a new password, if the address has an account', {
      body: body({ email }),
      response: { 202: Type.Object({ mail: Type.Boolean(), message: Type.String() }) },
    }),
    async (request) => {
      const mail = config.smtpUrl !== undefined
      if (mail) {
        await requestPasswordLink(deps, clock.now(), { email: request.body.email, address: request.ip })
      }
      const message = mail
        ? 'If this address has an account, it will receive a link.'
        : 'This installation sends no mail. Ask an operator for a link: operators can create it under Members.'
      return { mail, message }
    },
  )

  app.post(
    '/password/reset',
    route(openToAll, 'resetPassword', 'Set a new password with a link', {
      description: 'All sessions of the account end, and a new one begins.',
      body: body({ token: linkToken, password, code: Type.Optional(code) }),
      response: { 200: 'Session' },
    }),
    async (request, reply) => {
      const token = await resetPassword(deps, clock.now(), request.body, clientOf(request))
      return answerSession(deps, request, reply, token)
    },
  )
}
