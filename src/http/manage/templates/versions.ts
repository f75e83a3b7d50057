// Management routes of the versions of a template, and of its test send.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { sendTest } from '../../../admission/portal/test-send.ts'
import { bodies, lengths } from '../../../limits.ts'
import { restoreVersion, versionOf, versionsOf } from '../../../templates/versions.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { listOf } from '../answers/answers.ts'
import {
  ABOVE_EVERY_ID,
  body,
  channel,
  cursorId,
  data,
  digestItems,
  id,
  mode,
  open,
  page,
  pageOf,
  text,
  variables,
  withLookahead,
} from '../shapes.ts'

const version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const bySlug = Type.Object({ ws: id, slug: text(lengths.templateSlug) })
const byVersion = Type.Object({ ws: id, slug: text(lengths.templateSlug), version })
const path = '/workspaces/:ws/templates/:slug'

/**
 * Returns the name of the member or token that saves the template. The version history and the error for a conflict
 * contain this name.
 */
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
    route(read('viewer'), 'readTemplateVersion', 'Read a version of a template with its content', {
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
      'Restore an old version of a template as a new version',
      {
        description:
          'A variable that is sensitive in the current or in the old version is also sensitive in the new version.',
        params: byVersion,
        body: body({
          as: Type.Optional(
            Type.Enum(['published', 'draft'], {
              type: 'string',
              default: 'published',
              description: 'draft replaces the draft and publishes nothing.',
            }),
          ),
          version: Type.Optional({
            ...version,
            description:
              'The version that you have read. If it is no longer the newest version, the request is refused.',
          }),
        }),
        response: { 200: 'Template' },
      },
    ),
    async (request) => {
      const { version: seen, as = 'published' } = request.body
      const saved = { seen, as, by: savedBy(request) }
      return restoreVersion(db, clock.now(), whereOf(request.params), request.params.version, saved)
    },
  )
}

export function testSendRoutes(app: ManageApp, { db, clock, allowPrivateNetwork, admission }: HttpDeps): void {
  app.post(
    `${path}/test-send`,
    {
      bodyLimit: bodies.message,
      ...route(change('admin', 'template', 'slug'), 'sendTestTemplate', 'Send a test message with the template', {
        description:
          'In test mode, the message appears in the test inbox. In live mode, the message is sent and charged.',
        params: bySlug,
        body: body({
          source: Type.Optional({
            ...id,
            description:
              'The source whose connections send the message. The default is the first source of the workspace.',
          }),
          mode: Type.Optional(mode),
          channel: Type.Optional(channel),
          locale: Type.Optional(text(lengths.locale)),
          vars: Type.Optional(variables),
          data: Type.Optional(data),
          items: Type.Optional(digestItems),
          draft: Type.Optional(Type.Boolean({ description: 'true sends the draft instead of the published content.' })),
          recipient: Type.Optional(
            Type.Object(
              {},
              {
                additionalProperties: true,
                description:
                  'The recipient, as in POST /v1/send. Required in live mode. In test mode, there is a default recipient.',
              },
            ),
          ),
          actions: Type.Optional(
            Type.Array(open('A button, as in POST /v1/send.'), {
              maxItems: lengths.actions,
              description: 'The buttons of the message.',
            }),
          ),
        }),
        response: { 202: Type.Object({ delivery_id: Type.Integer() }) },
      }),
    },
    async (request) => {
      const { ws: workspaceId, slug: template } = request.params
      const options = { now: clock.now(), allowPrivateNetwork }
      const deliveryId = await sendTest(admission, db, options, { ...request.body, workspaceId, template })
      return { delivery_id: deliveryId }
    },
  )
}
