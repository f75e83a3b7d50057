// Management: what changed in a list of deliveries, as a long poll. Any proxy lets it pass, any process can answer the next
// one, and nobody has to remember who listens: the browser says what it shows, and is answered when that is no longer so.
import { Type } from 'typebox'
import { changesOf, type Watched } from '../../../delivery/deliveries.ts'
import { refuseInvalid } from '../../../errors.ts'
import { pause } from '../../../lib/scheduling/pause.ts'
import { records, SECOND } from '../../../limits.ts'
import { requireWorkspace } from '../../../workspaces/workspaces.ts'
import type { HttpDeps } from '../../deps.ts'
import { requireAccessStill } from '../access/access.ts'
import { type ManageApp, read, route } from '../access/rules.ts'
import { visibilityOf } from '../access/visibility.ts'
import { body, inWorkspace } from '../shapes.ts'
import { deliveryFilters, filterOf } from './delivery-filters.ts'

const LOOK_EVERY = SECOND
const MOST_WATCHED = records.watched
/** Requests that one process holds; the ones beyond are answered at once. */
const MOST_OPEN = 500

export function deliveryChangeRoutes(app: ManageApp, deps: HttpDeps): void {
  const { db } = deps
  const closing = new AbortController()
  let openRequests = 0
  // A held request would keep a process that is told to stop.
  app.addHook('preClose', async () => closing.abort())

  app.get(
    '/workspaces/:ws/deliveries/changes',
    route(read('viewer'), 'watchDeliveries', 'Wait until deliveries that are shown change, or new ones come', {
      params: inWorkspace,
      querystring: body({
        ...deliveryFilters,
        watch: Type.Optional(
          Type.String({ maxLength: 4096, description: 'What is shown: 17:sent,16:queued; at most 100.' }),
        ),
        wait: Type.Optional(Type.Integer({ minimum: 0, maximum: 25, description: 'Seconds; 0 when left out.' })),
      }),
      response: { 200: Type.Object({ data: Type.Array(Type.Ref('Delivery')) }) },
    }),
    async (request, reply) => {
      const { params, raw } = request
      const { watch = '', wait = 0, ...query } = request.query
      await requireWorkspace(db, params.ws)
      const watched = watchedIn(watch)
      const filter = filterOf(query)
      const until = performance.now() + wait * SECOND
      // The role may become smaller while the request is held, so it is read at every look.
      const readChanges = () => changesOf(db, params.ws, watched, filter, visibilityOf(request))
      if (openRequests >= MOST_OPEN) return { data: await readChanges() }
      openRequests++
      try {
        for (let reads = 0; ; reads++) {
          // The role may be lost while the request is held.
          if (reads > 0) await requireAccessStill(deps, request)
          const data = await readChanges()
          const over = performance.now() + LOOK_EVERY > until
          // The connection was busy when the server closed the idle ones: nobody else would.
          if (closing.signal.aborted) reply.header('connection', 'close')
          if (data.length > 0 || over || closing.signal.aborted || raw.socket.destroyed) return { data }
          await pause(LOOK_EVERY, closing.signal)
        }
      } finally {
        openRequests--
      }
    },
  )
}

function watchedIn(text: string): Watched {
  const pairs = text === '' ? [] : text.split(',').map((pair) => /^(\d{1,15}):([a-z]{1,20})$/.exec(pair))
  if (pairs.length > MOST_WATCHED) refuseInvalid({ watch: [`has ${pairs.length} deliveries; at most ${MOST_WATCHED}`] })
  return new Map(
    pairs.map((pair) => {
      const [, id, status] = pair ?? []
      return status === undefined ? refuseInvalid({ watch: ['is written 17:sent,16:queued'] }) : [Number(id), status]
    }),
  )
}
