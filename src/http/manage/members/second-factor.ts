// Management routes of the second factor of the caller's own account.
import { Type } from 'typebox'
import {
  beginSecondFactor,
  confirmFirstCode,
  endSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
} from '../../../members/second-factor/second-factor.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { body, nothing } from '../shapes.ts'
import { code, password } from './session.ts'
import { clientOf, memberActor } from './session-body.ts'

const recoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), {
    description: 'The recovery codes, which are shown only once. Each code works once.',
  }),
})

export function secondFactorRoutes(app: ManageApp, deps: HttpDeps): void {
  const { db, clock } = deps

  app.get(
    '/account/second-factor',
    route(read('account'), 'readSecondFactor', 'Read the second factor of your account', {
      response: { 200: 'SecondFactor' },
    }),
    async (request) => secondFactorOf(db, memberActor(request).id),
  )

  app.post(
    '/account/second-factor',
    route(change('account', 'member', 'self'), 'beginSecondFactor', 'Create the secret for an authenticator app', {
      description:
        'The secret has no effect until POST /account/second-factor/confirm receives its first code, within 30 minutes. The password is required if the account has one.',
      body: body({ password: Type.Optional(password) }),
      response: {
        201: Type.Object({
          secret: Type.String({ description: 'The secret in base32, for apps that cannot scan a QR code.' }),
          uri: Type.String({ description: 'The otpauth address that the QR code contains.' }),
        }),
      },
    }),
    async (request) =>
      beginSecondFactor(deps, clock.now(), memberActor(request), request.body.password, clientOf(request)),
  )

  app.post(
    '/account/second-factor/confirm',
    route(change('account', 'member', 'self'), 'confirmSecondFactor', 'Turn the second factor on with a first code', {
      description: 'All other sessions of the account end. The response contains the recovery codes.',
      body: body({ code }),
      response: { 200: recoveryCodes },
    }),
    async (request) => confirmFirstCode(deps, clock.now(), memberActor(request), request.body.code),
  )

  app.post(
    '/account/second-factor/recovery-codes',
    route(change('account', 'member', 'self'), 'renewRecoveryCodes', 'Replace your recovery codes', {
      description: 'The previous recovery codes stop working.',
      body: body({ code }),
      response: { 200: recoveryCodes },
    }),
    async (request) =>
      renewRecoveryCodes(deps, clock.now(), memberActor(request), request.body.code, clientOf(request)),
  )

  app.post(
    '/account/second-factor/disable',
    route(change('account', 'member', 'self'), 'endSecondFactor', 'Turn the second factor off', {
      body: body({ code }),
      response: { 204: nothing },
    }),
    async (request) => endSecondFactor(deps, clock.now(), memberActor(request), request.body.code, clientOf(request)),
  )
}
