// Management: a template's versions, and a test send of what it holds.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { sendTest } from '../../admission/test-send.ts'
import { bodies, lengths } from '../../limits.ts'
import { restoreVersion, versionOf, versionsOf } from '../../templates/versions.ts'
import type { HttpDeps } from '../deps.ts'
import { change, type ManageApp, read, route } from './access/rules.ts'
import { listOf } from './answers/answers.ts'
import {
  ABOVE_EVERY_ID,
  body,
  channel,
  cursorId,
  id,
  mode,
  open,
  page,
  pageOf,
  text,
  variables,
  withLookahead,
} from './shapes.ts'

const version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const bySlug = Type.Object({ ws: id, slug: text(lengths.templateSlug) })
const byVersion = Type.Object({ ws: id, slug: text(lengths.templateSlug), version })
const path = '/workspaces/:ws/templates/:slug'

/** Who saves: as later versions and conflicts name them. */
export function savedBy({ actor }: FastifyRequest): string {
  if (actor?.kind === 'member') return actor.name
  return actor ? `Management token ${actor.name}` : 'A management token'
}

export function templateVersionRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  const whereOf = ({ ws, slug }: { ws: number; slug: string }) => ({ workspaceId: ws, slug })

  app.get(
    `${path}/versions`,
    route(read('viewer'), 'listTemplateVersions', 'List the versions of a template, newest first', {
      params: bySlug,
      querystring: body(page),
      response: { 200: listOf('TemplateVersion') },
    }),
    async ({ params, query: { cursor, limit = 50 } }) =>
      pageOf(await versionsOf(db, whereOf(params), cursorId(cursor, ABOVE_EVERY_ID), withLookahead(limit)), limit),
  )

  app.get(
    `${path}/versions/:version`,
    route(read('viewer'), 'readTemplateVersion', 'A version of a template with its content', {
      params: byVersion,
      response: { 200: 'TemplateVersionContent' },
    }),
    async ({ params }) => versionOf(db, whereOf(params), params.version),
  )

  app.post(
    `${path}/versions/:version/restore`,
    route(
      change('admin', 'template', 'slug'),
      'restoreTemplateVersion',
      "Save an old version's content as a new version; variables marked as sensitive now or in that version are marked",
      {
        params: byVersion,
        body: body({ version: Type.Optional({ ...version, description: 'Only if this is still the newest.' }) }),
        response: { 200: 'Template' },
      },
    ),
    async (request) => {
      const saved = { seen: request.body.version, by: savedBy(request) }
      return restoreVersion(db, clock.now(), whereOf(request.params), request.params.version, saved)
    },
  )
}

export function testSendRoutes(app: ManageApp, { db, clock, allowPrivateNetwork, admission }: HttpDeps): void {
  app.post(
    `${path}/test-send`,
    {
      bodyLimit: bodies.message,
      ...route(
        change('admin', 'template', 'slug'),
        'sendTestTemplate',
        'Send the template to somebody: into the test inbox, or live',
        {
          params: bySlug,
          body: body({
            source: Type.Optional({ ...id, description: "Whose connections are used; the workspace's first one." }),
            mode: Type.Optional(mode),
            channel: Type.Optional(channel),
            locale: Type.Optional(text(lengths.locale)),
            vars: Type.Optional(variables),
            recipient: Type.Optional(
              Type.Object({}, { additionalProperties: true, description: 'As in POST /v1/send; somebody made up.' }),
            ),
            actions: Type.Optional(
              Type.Array(open('As in POST /v1/send.'), { maxItems: lengths.actions, description: 'Buttons.' }),
            ),
          }),
          response: { 202: Type.Object({ delivery_id: Type.Integer() }) },
        },
      ),
    },
    async (request) => {
      const { ws: workspaceId, slug: template } = request.params
      const options = { now: clock.now(), allowPrivateNetwork }
      const deliveryId = await sendTest(admission, db, options, { ...request.body, workspaceId, template })
      return { delivery_id: deliveryId }
    },
  )
}
