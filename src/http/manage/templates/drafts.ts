// Management routes of the drafts of templates, and of copies.
import { Type } from 'typebox'
import { bodies } from '../../../limits.ts'
import { changesOf } from '../../../templates/changes.ts'
import { cloneTemplate, discardDraft, draftOf, publishDraft, putDraft } from '../../../templates/drafts.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { body, nothing } from '../shapes.ts'
import { bySlug, fields, slug } from './content-shapes.ts'
import { savedBy } from './versions.ts'

const path = '/workspaces/:ws/templates/:slug'
const revision = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 2_147_483_647,
    description: 'The revision of the draft that you have read. If it is no longer the stored one, the answer is 409.',
  }),
)

export function templateDraftRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    `${path}/draft`,
    route(read('viewer'), 'readTemplateDraft', 'Read the draft of a template', {
      params: bySlug,
      response: { 200: 'TemplateDraft' },
    }),
    async ({ params }) => draftOf(db, placeOf(params)),
  )

  app.put(
    `${path}/draft`,
    {
      bodyLimit: bodies.template,
      ...route(change('admin', 'template', 'slug'), 'saveTemplateDraft', 'Save the draft of a template', {
        description:
          'Messages use the published content until the draft is published. A draft may have errors, which are listed in problems.',
        params: bySlug,
        body: body({ ...fields, revision }),
        response: { 200: 'TemplateDraft' },
      }),
    },
    async (request) => {
      const { revision: seen, ...content } = request.body
      const saved = { revision: seen, by: savedBy(request) }
      return putDraft(db, clock.now(), placeOf(request.params), content, saved)
    },
  )

  app.delete(
    `${path}/draft`,
    route(change('admin', 'template', 'slug'), 'discardTemplateDraft', 'Discard the draft of a template', {
      params: bySlug,
      response: { 204: nothing },
    }),
    async ({ params }) => discardDraft(db, placeOf(params)),
  )
}

export function templatePublishRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    `${path}/changes`,
    route(read('viewer'), 'compareTemplateDraft', 'Compare the draft of a template with its published content', {
      params: bySlug,
      response: { 200: 'TemplateChanges' },
    }),
    async ({ params }) => changesOf(db, placeOf(params)),
  )

  app.post(
    `${path}/publish`,
    route(change('admin', 'template', 'slug'), 'publishTemplate', 'Publish the draft of a template', {
      description: 'The draft becomes the next version. A draft with errors is refused with 422.',
      params: bySlug,
      body: body({
        revision,
        version: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 2_147_483_647,
            description: 'The published version that you have read. If it is no longer the newest, the answer is 409.',
          }),
        ),
      }),
      response: { 200: 'Template' },
    }),
    async (request) => {
      const { revision: seen, version } = request.body
      const by = savedBy(request)
      return publishDraft(db, clock.now(), placeOf(request.params), { revision: seen, version, by })
    },
  )

  app.post(
    `${path}/clone`,
    route(change('admin', 'template'), 'cloneTemplate', 'Copy a template', {
      description: 'The copy has only a draft.',
      params: bySlug,
      body: body({
        slug,
        name: Type.Optional(fields.name),
        from: Type.Optional(
          Type.Enum(['published', 'draft'], {
            type: 'string',
            description: 'The content to copy. The default is the draft, or without a draft the published content.',
          }),
        ),
      }),
      response: { 201: 'Template' },
    }),
    async (request) => cloneTemplate(db, clock.now(), placeOf(request.params), request.body, savedBy(request)),
  )
}

function placeOf({ ws, slug }: { ws: number; slug: string }) {
  return { workspaceId: ws, slug }
}
