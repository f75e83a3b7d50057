// Management route that shows the message of a delivery in the form that its recipient gets.
import { Type } from 'typebox'
import { previewOf } from '../../../delivery/details/preview.ts'
import type { HttpDeps } from '../../deps.ts'
import { type ManageApp, read, route } from '../access/rules.ts'
import { visibilityOf } from '../access/visibility.ts'
import { id } from '../shapes.ts'

export function deliveryPreviewRoutes(app: ManageApp, { db, publicUrl }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/deliveries/:id/preview',
    route(read('viewer'), 'previewDelivery', 'Preview the message of a delivery', {
      description:
        'The message is composed from the stored text with the present brand of the workspace, as it is sent. Each attempt uses the brand of its time.',
      params: Type.Object({ ws: id, id }),
      response: { 200: 'DeliveryPreview' },
    }),
    async (request) => previewOf(db, publicUrl(), request.params.ws, request.params.id, visibilityOf(request)),
  )
}
