// Management route that shows a preview of the confirmation page of a button. The query can change the workspace's
// brand for this preview.
import { Type } from 'typebox'
import { brandOf } from '../../workspaces/brand.ts'
import { requireWorkspace } from '../../workspaces/workspaces.ts'
import type { HttpDeps } from '../deps.ts'
import { brandedPage } from '../pages/action.ts'
import { type ManageApp, read, route } from './access/rules.ts'
import { body, inWorkspace, text } from './shapes.ts'

export function brandPreviewRoutes(app: ManageApp, { db }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/brand/preview',
    route(read('viewer'), 'previewBrand', 'Preview the confirmation page under a brand', {
      description: 'Only pages of this service can show the preview in a frame.',
      params: inWorkspace,
      querystring: body({
        page: Type.Optional(Type.Enum(['confirm', 'taken'], { type: 'string' })),
        label: Type.Optional(text(30)),
        locale: Type.Optional(text(10)),
        name: Type.Optional(Type.String({ maxLength: 255 })),
        color: Type.Optional(Type.String({ maxLength: 7 })),
        logo_url: Type.Optional(Type.String({ maxLength: 2048 })),
      }),
      response: {
        200: Type.Unsafe<string>({ description: 'The page.', content: { 'text/html': { schema: Type.String() } } }),
      },
    }),
    async ({ params, query }, reply) => {
      const { page = 'confirm', label = 'OK', locale, ...chosen } = query
      const workspace = await requireWorkspace(db, params.ws)
      const brand = brandOf({ name: workspace.name, brand: { ...workspace.brand, ...chosen } })
      const shown = brandedPage(page, { label, brand, languages: [locale ?? workspace.default_locale] })
      return reply.headers(shown.headers).send(shown.html)
    },
  )
}
