// Management routes of workspaces, their limits and credits.
import { Type } from 'typebox'
import { records, sizes } from '../../limits.ts'
import { roleEverywhere } from '../../members/actor.ts'
import { createOwnWorkspace } from '../../members/memberships.ts'
import { plans } from '../../plans.ts'
import { quietHoursSchema } from '../../quiet-hours/check.ts'
import { refuseWrongBrand } from '../../workspaces/brand.ts'
import { changeWorkspace, giveCredits, ledgerOf, workspaceOf, workspacesAfter } from '../../workspaces/workspaces.ts'
import type { HttpDeps } from '../deps.ts'
import { change, type ManageApp, read, route } from './access/rules.ts'
import { listOf } from './answers/answers.ts'
import { signedIn } from './members/session-body.ts'
import {
  ABOVE_EVERY_ID,
  body,
  cursorId,
  inWorkspace,
  locale,
  orNull,
  page,
  pageOf,
  text,
  withLookahead,
} from './shapes.ts'

const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const fields = {
  name: text(records.name),
  plan: Type.Optional(Type.Enum(Object.keys(plans), { type: 'string' })),
  quota: Type.Optional(orNull(count)),
  whatsapp_limit: Type.Optional(orNull(count)),
  default_locale: Type.Optional(locale),
  notice_email: Type.Optional(orNull(Type.String({ format: 'email', maxLength: sizes.email }))),
  time_zone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The name of an IANA time zone.',
      examples: ['Europe/Rome'],
    }),
  ),
  quiet_hours: Type.Optional(orNull(quietHoursSchema)),
  brand: Type.Optional(
    body({
      name: Type.Optional(orNull(text(records.name))),
      color: Type.Optional(orNull(Type.String({ maxLength: 7, pattern: '^#[0-9A-Fa-f]{6}$', examples: ['#aa3366'] }))),
      logo_url: Type.Optional(
        orNull(
          Type.String({
            description:
              'An https URL on the public internet. With ALLOW_PRIVATE_NETWORK, http and private addresses are also allowed.',
            examples: ['https://shop.example/logo.png'],
            maxLength: 2048,
          }),
        ),
      ),
    }),
  ),
}

export function workspaceRoutes(app: ManageApp, { db, clock, config, allowPrivateNetwork }: HttpDeps): void {
  app.get(
    '/workspaces',
    route(read('member'), 'listWorkspaces', 'List the workspaces of the caller', {
      querystring: body({
        ...page,
        q: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 255,
            description: 'Part of the name. Upper and lower case make no difference.',
          }),
        ),
      }),
      response: { 200: listOf('Workspace') },
    }),
    async (request) => {
      const { cursor, limit = 50, q } = request.query
      const actor = signedIn(request.actor)
      const role = roleEverywhere(actor)
      const memberId = role === null ? actor.id : undefined
      const input = { after: cursorId(cursor, 0), limit: withLookahead(limit), q, memberId }
      return pageOf(await workspacesAfter(db, input, role), limit)
    },
  )

  app.post(
    '/workspaces',
    route(change('operator', 'workspace'), 'createWorkspace', 'Create a workspace', {
      body: body(fields),
      response: { 201: 'Workspace' },
    }),
    async (request) => {
      const actor = signedIn(request.actor)
      refuseWrongBrand(request.body.brand, allowPrivateNetwork)
      const input = { ...request.body, plan: request.body.plan ?? config.defaultPlan }
      const created = await createOwnWorkspace(db, clock.now(), input, actor)
      return { ...created, role: roleEverywhere(actor) }
    },
  )

  app.get(
    '/workspaces/:ws',
    route(read('viewer'), 'readWorkspace', 'Read a workspace with its monthly usage and credits', {
      params: inWorkspace,
      response: { 200: 'WorkspaceDetail' },
    }),
    async ({ params, role }) => ({ ...(await workspaceOf(db, clock.now(), params.ws)), role }),
  )

  app.patch(
    '/workspaces/:ws',
    route(
      { ...change('admin', 'workspace', 'ws'), operatorFields: ['plan', 'quota', 'whatsapp_limit'] },
      'changeWorkspace',
      'Change a workspace',
      {
        description:
          'A change of the plan also sets the limits of the new plan, unless the request contains other limits.',
        params: inWorkspace,
        body: Type.Partial(body(fields), { additionalProperties: false }),
        response: { 200: 'Workspace' },
      },
    ),
    async ({ params, role, body: change }) => {
      refuseWrongBrand(change.brand, allowPrivateNetwork)
      return { ...(await changeWorkspace(db, params.ws, change)), role }
    },
  )
}

export function creditRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/credits',
    route(read('viewer'), 'readLedger', 'Read the balance and the ledger of credits, newest first', {
      params: inWorkspace,
      querystring: body(page),
      response: { 200: listOf('CreditEntry', { balance: Type.Integer() }) },
    }),
    async ({ params, query: { cursor, limit = 50 } }) => {
      const { entries, balance } = await ledgerOf(db, params.ws, cursorId(cursor, ABOVE_EVERY_ID), withLookahead(limit))
      return { ...pageOf(entries, limit), balance }
    },
  )

  app.post(
    '/workspaces/:ws/credits',
    route(change('operator', 'workspace', 'ws'), 'giveCredits', 'Add or remove credits', {
      description: 'A negative amount removes credits.',
      params: inWorkspace,
      body: body({
        amount: Type.Integer({ minimum: -1e12, maximum: 1e12, not: { const: 0 }, examples: [500] }),
        note: Type.Optional(text(500)),
      }),
      response: { 201: 'CreditEntry' },
    }),
    async (request) => {
      const { amount, note } = request.body
      return giveCredits(db, clock.now(), request.params.ws, amount, note)
    },
  )
}
