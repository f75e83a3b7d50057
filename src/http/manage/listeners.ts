// Management: listeners, which ask for events where nobody can reach them; `carillon listen` is one.
import { Type } from 'typebox'
import { eventNames } from '../../events/catalog.ts'
import { endListener, hear, startListener } from '../../events/listeners.ts'
import { listening } from '../../limits.ts'
import type { HttpDeps } from '../deps.ts'
import { requireAccessStill } from './access/access.ts'
import { change, type ManageApp, read, route } from './access/rules.ts'
import { at, number, string } from './answers/answers.ts'
import { body, id, inWorkspace, mode, nothing, orNull, shape } from './shapes.ts'

const eventName = Type.Enum([...eventNames], { type: 'string' })
const inListener = Type.Object({ ws: id, id })
const path = '/workspaces/:ws/listeners'
const listenerBody = body({
  events: Type.Optional(
    Type.Array(eventName, {
      minItems: 1,
      maxItems: eventNames.length,
      uniqueItems: true,
      description: 'All when left out.',
    }),
  ),
  secret: Type.Optional(Type.String({ maxLength: 128, description: 'A secret of your own; whsec_ and base64.' })),
})

export const listenerShapes = [
  shape('Listener', {
    id: number,
    events: Type.Array(eventName),
    secret: Type.String({ description: 'Signs what it hears. Shown this once.' }),
    created_at: at,
  }),
  shape('HeardEvent', {
    id: Type.Integer({ description: 'To be reported as done.' }),
    event: eventName,
    event_id: Type.String({ description: 'The same for every subscription and listener.' }),
    subject: Type.String({ description: 'What it is about: delivery/17, contact/5.' }),
    mode,
    created_at: at,
    headers: Type.Object(
      {},
      { additionalProperties: string, description: 'As a receiver gets them, signed just now.' },
    ),
    body: Type.String({ description: 'As a receiver gets it: these bytes are what is signed.' }),
  }),
]

export function listenerRoutes(app: ManageApp, deps: HttpDeps): void {
  const { db, clock, seal } = deps
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())

  app.post(
    path,
    route(
      change('admin', 'listener'),
      'startListener',
      'Keep events for somebody who asks for them; it ends an hour after it last asked',
      { params: inWorkspace, body: orNull(listenerBody), response: { 201: 'Listener' } },
    ),
    async (request) => startListener({ db, seal }, clock.now(), request.params.ws, request.body ?? {}),
  )

  app.post(
    `${path}/:id/hear`,
    route(read('admin'), 'hear', 'The events kept so far, oldest first; waits for one where there is none', {
      params: inListener,
      body: orNull(
        body({
          done: Type.Optional(
            Type.Array(id, { maxItems: 1000, description: 'Ids of those that need not be told again.' }),
          ),
          wait: Type.Optional(
            Type.Integer({ minimum: 0, maximum: listening.longestWait, default: 0, description: 'Seconds.' }),
          ),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
        }),
      ),
      response: { 200: Type.Object({ data: Type.Array(Type.Ref('HeardEvent')) }) },
    }),
    async (request, reply) => {
      const { params, body: pollBody } = request
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const signal = AbortSignal.any([gone.signal, stopping.signal])
      const requireStill = () => requireAccessStill(deps, request)
      return hear({ db, seal, clock, signal, requireStill }, { workspaceId: params.ws, id: params.id }, pollBody ?? {})
    },
  )

  app.delete(
    `${path}/:id`,
    route(change('admin', 'listener', 'id'), 'endListener', 'End a listener and forget what is kept for it', {
      params: inListener,
      response: { 204: nothing },
    }),
    async (request) => {
      const { ws, id: listener } = request.params
      await endListener(db, { workspaceId: ws, id: listener })
    },
  )
}
