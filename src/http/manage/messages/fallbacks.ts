// Management routes of fallbacks: read the steps of a message, stop it, and start its next step.
import { Type } from 'typebox'
import { fallbackById, startNextStep, stopFallback } from '../../../fallbacks/control.ts'
import type { HttpDeps } from '../../deps.ts'
import { fallbackShape } from '../../fallback-shape.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { id } from '../shapes.ts'

const byId = Type.Object({ ws: id, id })

export function fallbackRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/fallbacks/:id',
    route(read('viewer'), 'readFallback', 'Read a fallback with its steps', {
      description: 'The id of a fallback is the id of the delivery of its first step.',
      params: byId,
      response: { 200: fallbackShape },
    }),
    async (request) => fallbackById(db, clock.now(), request.params.ws, request.params.id),
  )
}

export function fallbackControlRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.post(
    '/workspaces/:ws/fallbacks/:id/stop',
    route(change('admin', 'delivery', 'id'), 'stopFallback', 'Stop a fallback', {
      description: 'No further step starts. Deliveries of steps that have started are not cancelled.',
      params: byId,
      response: { 200: fallbackShape },
    }),
    async (request) => {
      const { ws, id } = request.params
      await stopFallback(db, clock.now(), ws, id)
      return fallbackById(db, clock.now(), ws, id)
    },
  )

  app.post(
    '/workspaces/:ws/fallbacks/:id/start',
    route(change('admin', 'delivery', 'id'), 'startFallbackStep', 'Start the next step of a fallback at once', {
      description:
        'The step is charged when it starts, within a few seconds. A condition that is already reached prevents it.',
      params: byId,
      response: { 202: fallbackShape },
    }),
    async (request, reply) => {
      const { ws, id } = request.params
      await startNextStep(db, clock.now(), ws, id)
      return reply.code(202).send(await fallbackById(db, clock.now(), ws, id))
    },
  )
}
