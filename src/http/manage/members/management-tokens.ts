// Management routes of management tokens, for operators.
import { Type } from 'typebox'
import { refuse } from '../../../errors.ts'
import { credentials } from '../../../limits.ts'
import { createManagementToken, endManagementToken, managementTokensOf } from '../../../members/management-tokens.ts'
import type { Actor } from '../../../members/sessions.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { listOf } from '../answers/answers.ts'
import { tokenScope } from '../answers/tokens.ts'
import { expiresAtField, expiryOf } from '../expiry.ts'
import { body, id, nothing, text } from '../shapes.ts'

export function managementTokenRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    '/tokens',
    route(read('operator'), 'listManagementTokens', 'List the management tokens without their values, newest first', {
      response: { 200: listOf('ManagementToken') },
    }),
    async ({ actor }) => {
      const tokens = await managementTokensOf(db, clock.now())
      const isCurrent = (tokenId: number) => actor?.kind === 'token' && actor.id === tokenId
      return { data: tokens.map((token) => ({ ...token, current: isCurrent(token.id) })), next_cursor: null }
    },
  )

  app.post(
    '/tokens',
    route(change('operator', 'management_token'), 'createManagementToken', 'Create a management token', {
      description: 'The response contains the token, which is shown only once.',
      body: body({ name: text(credentials.name), scope: tokenScope, expires_at: expiresAtField }),
      response: { 201: 'NewManagementToken' },
    }),
    async ({ actor, body: { name, scope, expires_at } }) => {
      const now = clock.now()
      const expiresAt = expiryOf(expires_at, now) ?? null
      if (actor) refuseLongerLife(actor, expiresAt)
      return createManagementToken(db, now, { name, scope, expiresAt })
    },
  )

  app.delete(
    '/tokens/:id',
    route(
      change('operator', 'management_token', 'id'),
      'revokeManagementToken',
      'Revoke a management token permanently',
      {
        params: Type.Object({ id }),
        response: { 204: nothing },
      },
    ),
    async (request) => endManagementToken(db, clock.now(), request.params.id),
  )
}

/**
 * Refuses a new token that would expire after the caller's token. A check of the scope is not necessary, because only
 * operators create tokens.
 */
function refuseLongerLife(actor: Actor, expiresAt: Date | null): void {
  if (actor.kind !== 'token' || actor.expiresAt === null) return
  if (expiresAt !== null && expiresAt <= actor.expiresAt) return
  const end = actor.expiresAt.toISOString()
  refuse(
    'forbidden',
    `Your management token expires at ${end}. A token that it creates must expire at that time or earlier: set expires_at.`,
  )
}
