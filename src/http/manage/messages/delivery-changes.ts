// Management route that reports changes in a list of deliveries, as a long poll. The client sends the deliveries and
// statuses that it shows. The service responds as soon as a delivery or status differs. Long polls pass every proxy and
// require no stored state, and any process can serve them.
import { Type } from 'typebox'
import { changesOf, type Watched } from '../../../delivery/list/listed.ts'
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
/** Maximum number of open long polls in one process. Above this number, a long poll gets its response immediately. */
const MOST_OPEN = 500

export function deliveryChangeRoutes(app: ManageApp, deps: HttpDeps): void {
  const { db, clock } = deps
  const closing = new AbortController()
  let openRequests = 0
  // End the open long polls, because they would delay the shutdown of the process.
  app.addHook('preClose', async () => closing.abort())

  app.get(
    '/workspaces/:ws/deliveries/changes',
    route(read('viewer'), 'watchDeliveries', 'Wait for changed or new deliveries', {
      description:
        'The service responds as soon as the status of a delivery in `watch` changes, or a new delivery matches the filter.',
      params: inWorkspace,
      querystring: body({
        ...deliveryFilters,
        watch: Type.Optional(
          Type.String({
            maxLength: 6144,
            description:
              'At most 100 ids of deliveries. Each has the status that the caller knows, or the status, state and number of attempts. Examples: 17:sent,16:queued and 16:queued.retrying.2',
          }),
        ),
        wait: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 25,
            description: 'The maximum time to wait, in seconds. The default is 0.',
          }),
        ),
      }),
      response: { 200: Type.Object({ data: Type.Array(Type.Ref('Delivery')) }) },
    }),
    async (request, reply) => {
      const { params, raw } = request
      const { watch = '', wait = 0, ...query } = request.query
      await requireWorkspace(db, params.ws)
      const watched = watchedIn(watch)
      const until = performance.now() + wait * SECOND
      // For each read, determine again what the caller may see, because the caller's role may change during the wait.
      const readChanges = () => changesOf(db, params.ws, watched, filterOf(query, clock.now()), visibilityOf(request))
      if (openRequests >= MOST_OPEN) return { data: await readChanges() }
      openRequests++
      try {
        for (let reads = 0; ; reads++) {
          // The caller may lose access during the wait.
          if (reads > 0) await requireAccessStill(deps, request)
          const data = await readChanges()
          const over = performance.now() + LOOK_EVERY > until
          // End this connection with the response, because the server closes only idle connections when it stops.
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
  const pairs =
    text === '' ? [] : text.split(',').map((pair) => /^(\d{1,15}):([a-z]{1,20}(?:\.[a-z]{1,20}\.\d{1,4})?)$/.exec(pair))
  if (pairs.length > MOST_WATCHED)
    refuseInvalid({ watch: [`has ${pairs.length} deliveries; at most ${MOST_WATCHED} are allowed`] })
  return new Map(
    pairs.map((pair) => {
      const [, id, status] = pair ?? []
      return status === undefined
        ? refuseInvalid({ watch: ['must have the form 17:sent,16:queued'] })
        : [Number(id), status]
    }),
  )
}
