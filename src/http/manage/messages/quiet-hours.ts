// The management route that sends a message during quiet hours.
import { Type } from 'typebox'
import { deliveryOf } from '../../../delivery/deliveries.ts'
import { sendNow } from '../../../delivery/quiet-hours/send-now.ts'
import type { HttpDeps } from '../../deps.ts'
import { changedBy } from '../access/changed-by.ts'
import { change, type ManageApp, route } from '../access/rules.ts'
import { visibilityOf } from '../access/visibility.ts'
import { id } from '../shapes.ts'

export function quietHoursRoutes(app: ManageApp, { db, clock, wakeWorkers }: HttpDeps): void {
  app.post(
    '/workspaces/:ws/deliveries/:id/send-now',
    route(change('admin', 'delivery', 'id'), 'sendDeferredNow', 'Send a message that waits for quiet hours to end', {
      description:
        'The message and its later attempts ignore quiet hours. If the message does not wait for quiet hours, the response is 409.',
      params: Type.Object({ ws: id, id }),
      response: { 200: 'DeliveryTimeline' },
    }),
    async (request) => {
      const { ws, id } = request.params
      await sendNow(db, clock.now(), ws, id, changedBy(request))
      wakeWorkers()
      return deliveryOf(db, clock.now(), ws, id, visibilityOf(request))
    },
  )
}
