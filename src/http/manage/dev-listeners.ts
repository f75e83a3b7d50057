// Management routes of dev listeners. Each route exists at its current path and at the deprecated path of version 0.1.
import { Type } from 'typebox'
import { eventNames } from '../../events/catalog.ts'
import { endDevListener, pollDevListener, startDevListener } from '../../events/dev-listeners.ts'
import { devListeners } from '../../limits.ts'
import type { HttpDeps } from '../deps.ts'
import { requireAccessStill } from './access/access.ts'
import { change, type ManageApp, read, route } from './access/rules.ts'
import { at, number, string } from './answers/answers.ts'
import { body, id, inWorkspace, mode, nothing, orNull, shape } from './shapes.ts'

const eventName = Type.Enum([...eventNames], { type: 'string' })
const inDevListener = Type.Object({ ws: id, id })
const startBody = body({
  events: Type.Optional(
    Type.Array(eventName, {
      minItems: 1,
      maxItems: eventNames.length,
      uniqueItems: true,
      description: 'Default: all events.',
    }),
  ),
  secret: Type.Optional(
    Type.String({
      maxLength: 128,
      description: 'A secret of your choice: whsec_ followed by base64 text. The default is a new secret.',
    }),
  ),
})

export const devListenerShapes = [
  shape('Listener', {
    id: number,
    events: Type.Array(eventName),
    secret: Type.String({ description: 'The secret that signs the events. It is shown only once.' }),
    created_at: at,
  }),
  shape('HeardEvent', {
    id: Type.Integer({ description: 'Send this id in `done` after you have processed the event.' }),
    event: eventName,
    event_id: Type.String({ description: 'The id of the event. It is the same for every subscription and listener.' }),
    subject: Type.String({ description: 'The subject of the event, such as delivery/17 or contact/5.' }),
    mode,
    created_at: at,
    headers: Type.Object(
      {},
      {
        additionalProperties: string,
        description: 'The headers that a subscription receives, signed at the time of this response.',
      },
    ),
    body: Type.String({
      description: 'The body that a subscription receives. The signature is computed over exactly this text.',
    }),
  }),
]

const pollBody = body({
  done: Type.Optional(
    Type.Array(id, {
      maxItems: 1000,
      description: 'The ids of the events that you have processed. These events are deleted.',
    }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: devListeners.longestWait,
      default: 0,
      description: 'The maximum time to wait for an event, in seconds.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
})

/** The path of each route and the name of its operation. */
interface Names {
  path: string
  pollPath: string
  start: string
  poll: string
  end: string
}

const NAMES: Names = {
  path: '/workspaces/:ws/dev-listeners',
  pollPath: 'poll',
  start: 'startDevListener',
  poll: 'pollDevListener',
  end: 'endDevListener',
}

const DEPRECATED_NAMES: Names = {
  path: '/workspaces/:ws/listeners',
  pollPath: 'hear',
  start: 'startListener',
  poll: 'hear',
  end: 'endListener',
}

export function devListenerRoutes(app: ManageApp, deps: HttpDeps): void {
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  addRoutes(app, deps, stopping.signal, NAMES)
  addRoutes(app, deps, stopping.signal, DEPRECATED_NAMES)
}

function addRoutes(app: ManageApp, deps: HttpDeps, stopping: AbortSignal, names: Names): void {
  const { db, clock, seal } = deps
  const notes = (operation: 'start' | 'poll' | 'end', current: { description?: string }) =>
    names === DEPRECATED_NAMES ? { deprecated: true, description: `Use ${NAMES[operation]} instead.` } : current

  app.post(
    names.path,
    route(change('admin', 'listener'), names.start, 'Start a dev listener', {
      ...notes('start', {
        description:
          'The service collects events for the dev listener. It deletes a dev listener that has not polled for one hour.',
      }),
      params: inWorkspace,
      body: orNull(startBody),
      response: { 201: 'Listener' },
    }),
    async (request) => startDevListener({ db, seal }, clock.now(), request.params.ws, request.body ?? {}),
  )

  app.post(
    `${names.path}/:id/${names.pollPath}`,
    route(read('admin'), names.poll, 'Read the collected events of a dev listener, oldest first', {
      ...notes('poll', { description: 'If there are no events, the request waits for one.' }),
      params: inDevListener,
      body: orNull(pollBody),
      response: { 200: Type.Object({ data: Type.Array(Type.Ref('HeardEvent')) }) },
    }),
    async (request, reply) => {
      const { params, body: poll } = request
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const signal = AbortSignal.any([gone.signal, stopping])
      const requireStill = () => requireAccessStill(deps, request)
      const tools = { db, seal, clock, signal, requireStill }
      return pollDevListener(tools, { workspaceId: params.ws, id: params.id }, poll ?? {})
    },
  )

  app.delete(
    `${names.path}/:id`,
    route(change('admin', 'listener', 'id'), names.end, 'End a dev listener and delete its collected events', {
      ...notes('end', {}),
      params: inDevListener,
      response: { 204: nothing },
    }),
    async (request) => {
      const { ws, id: listener } = request.params
      await endDevListener(db, { workspaceId: ws, id: listener })
    },
  )
}
