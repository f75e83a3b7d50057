// Management routes of digests: the collected messages of a delivery, and closing it before its time.
import { Type } from 'typebox'
import { deliveryOf } from '../../../delivery/deliveries.ts'
import { closeDigest, digestItemsOf } from '../../../delivery/details/digest.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { visibilityOf } from '../access/visibility.ts'
import { id } from '../shapes.ts'

const byId = Type.Object({ ws: id, id })

export function digestRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/deliveries/:id/digest',
    route(read('viewer'), 'readDigest', 'Read the messages of a digest', {
      params: byId,
      response: { 200: 'Digest' },
    }),
    async (request) => digestItemsOf(db, request.params.ws, request.params.id, visibilityOf(request)),
  )

  app.post(
    '/workspaces/:ws/deliveries/:id/digest/close',
    route(change('admin', 'delivery', 'id'), 'closeDigest', 'Close an open digest, so that it is sent now', {
      description:
        'The delivery gets its content within a few seconds. Later messages with the same key open another digest.',
      params: byId,
      response: { 200: 'DeliveryTimeline' },
    }),
    async (request) => {
      const { ws, id } = request.params
      await closeDigest(db, clock.now(), ws, id)
      return deliveryOf(db, clock.now(), ws, id, visibilityOf(request))
    },
  )
}
