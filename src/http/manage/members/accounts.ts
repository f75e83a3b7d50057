// Management routes of all accounts of the installation, for operators.
import { Type } from 'typebox'
import { accountsOf, changeOperator, removeAccount, signOutMember } from '../../../members/accounts.ts'
import { accountsFile } from '../../../members/exports.ts'
import { passwordLinkFor } from '../../../members/new-passwords.ts'
import { resetSecondFactor } from '../../../members/second-factor/second-factor.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, download, type ManageApp, read, route } from '../access/rules.ts'
import { listOf } from '../answers/answers.ts'
import { fileFormat, rowFileAnswer, sendRowFile } from '../row-files.ts'
import { ABOVE_EVERY_ID, body, cursorId, id, nothing, page, pageOf, withLookahead } from '../shapes.ts'
import { accountFilters } from './member-filters.ts'
import { signedIn } from './session-body.ts'

const byId = Type.Object({ id })

export function installationAccountRoutes(app: ManageApp, deps: HttpDeps): void {
  const { db } = deps

  app.get(
    '/members',
    route(read('operator'), 'listAccounts', 'List all accounts of the installation, newest first', {
      querystring: body({ ...page, ...accountFilters }),
      response: { 200: listOf('AccountWithWorkspaces') },
    }),
    async ({ query: { cursor, limit = 50, ...filter } }) => {
      const place = { before: cursorId(cursor, ABOVE_EVERY_ID), limit: withLookahead(limit) }
      return pageOf(await accountsOf(db, { ...filter, ...place }), limit)
    },
  )

  app.get(
    '/members/export',
    route(download('operator', 'member'), 'exportAccounts', 'Export all accounts of the installation as a file', {
      querystring: body({ ...accountFilters, format: fileFormat }),
      response: { 200: rowFileAnswer('One account per line, newest first.') },
    }),
    async (request, reply) => {
      const { format = 'csv', ...filter } = request.query
      return sendRowFile(deps, request, reply, { name: 'accounts', format }, accountsFile(db, format, filter))
    },
  )
}

/** Routes that change an account. */
export function accountChangeRoutes(app: ManageApp, { db, clock, publicUrl }: HttpDeps): void {
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
