// Management routes of bulk operations: preview, start, stop, undo, progress and results.
import { Type } from 'typebox'
import {
  type BulkTarget,
  bulkOperationOf,
  bulkOperationsOf,
  bulkResultsOf,
  createBulkOperation,
  startOperation,
  stopOperation,
  undoOperation,
} from '../../../bulk/operations.ts'
import { refuse, refuseInvalid } from '../../../errors.ts'
import { bodies, bulk } from '../../../limits.ts'
import { auditActor } from '../../../members/audit.ts'
import type { Actor } from '../../../members/sessions.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { visibilityOf } from '../access/visibility.ts'
import { listOf } from '../answers/answers.ts'
import { bulkAction } from '../answers/bulk-operations.ts'
import {
  ABOVE_EVERY_ID,
  body,
  boundedPage,
  cursorId,
  dateOf,
  dateTime,
  id,
  inWorkspace,
  mode,
  page,
} from '../shapes.ts'
import { deliveryFilters, filterOf } from './delivery-filters.ts'

const byId = Type.Object({ ws: id, id })
const subject = ['bulk_operation', 'id'] as const

export function bulkOperationRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.post(
    '/workspaces/:ws/bulk-operations',
    {
      bodyLimit: bodies.bulk,
      ...route(read('admin'), 'previewBulkOperation', 'Preview a change of many deliveries', {
        description: `Select the deliveries by \`ids\` or by \`filter\`. A filter selects the newest ${bulk.deliveries} deliveries that match. The preview changes nothing until it is started. The next preview of the same caller replaces it.`,
        params: inWorkspace,
        body: body({
          action: bulkAction,
          ids: Type.Optional(Type.Array(id, { minItems: 1, maxItems: bulk.deliveries })),
          mode: Type.Optional({ ...mode, description: 'The mode of the deliveries in `ids`. Default: live.' }),
          filter: Type.Optional(body(deliveryFilters)),
          scheduled_for: Type.Optional(dateTime('The new time, for the action reschedule. At most one year ahead.')),
        }),
        response: { 201: 'BulkOperation' },
      }),
    },
    async (request) => {
      const { action, ids, mode = 'live', filter, scheduled_for } = request.body
      if ((ids === undefined) === (filter === undefined)) refuseInvalid({ ids: ['set either ids or filter'] })
      const now = clock.now()
      const target: BulkTarget =
        filter === undefined
          ? { mode, ids: ids ?? [] }
          : { filter: filterOf(filter, now), visibility: visibilityOf(request) }
      const scheduledFor = scheduled_for === undefined ? undefined : dateOf('scheduled_for', scheduled_for)
      const made = { workspaceId: request.params.ws, action, scheduledFor, actor: actorOf(request) }
      return createBulkOperation(db, now, made, target)
    },
  )

  app.post(
    '/workspaces/:ws/bulk-operations/:id/start',
    route(change('admin', ...subject), 'startBulkOperation', 'Start a previewed bulk operation', {
      params: byId,
      response: { 202: 'BulkOperation' },
    }),
    async ({ params }) => startOperation(db, clock.now(), params.ws, params.id),
  )

  app.post(
    '/workspaces/:ws/bulk-operations/:id/stop',
    route(change('admin', ...subject), 'stopBulkOperation', 'Stop a running bulk operation', {
      description: 'The deliveries that were already changed stay changed.',
      params: byId,
      response: { 200: 'BulkOperation' },
    }),
    async ({ params }) => stopOperation(db, clock.now(), params.ws, params.id),
  )

  app.post(
    '/workspaces/:ws/bulk-operations/:id/undo',
    route(change('admin', ...subject), 'undoBulkOperation', 'Undo a bulk operation', {
      description:
        'Cancels the resent messages that were not sent yet, or moves the rescheduled messages back. Returns the operation that does this. A cancellation cannot be undone.',
      params: byId,
      response: { 202: 'BulkOperation' },
    }),
    async (request) => undoOperation(db, clock.now(), request.params.ws, request.params.id, actorOf(request)),
  )
}

function actorOf({ actor }: { actor: Actor | null }) {
  if (actor === null) return refuse('missing_token', 'Sign in, or send a management token.')
  const { kind, id, name } = auditActor(actor)
  return { kind: kind === 'member' ? ('member' as const) : ('token' as const), id: id ?? 0, name: name ?? '' }
}

export function bulkProgressRoutes(app: ManageApp, { db }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/bulk-operations',
    route(read('viewer'), 'listBulkOperations', 'List the bulk operations of the last 30 days, newest first', {
      params: inWorkspace,
      querystring: body(page),
      response: { 200: listOf('BulkOperation') },
    }),
    async ({ params, query: { cursor, limit = 50 } }) =>
      boundedPage(await bulkOperationsOf(db, params.ws, cursorId(cursor, ABOVE_EVERY_ID), limit)),
  )

  app.get(
    '/workspaces/:ws/bulk-operations/:id',
    route(read('viewer'), 'readBulkOperation', 'Read the progress of a bulk operation', {
      params: byId,
      response: { 200: 'BulkOperation' },
    }),
    async ({ params }) => bulkOperationOf(db, params.ws, params.id),
  )

  app.get(
    '/workspaces/:ws/bulk-operations/:id/results',
    route(read('viewer'), 'listBulkResults', 'List the deliveries of a bulk operation with their results', {
      params: byId,
      querystring: body({
        ...page,
        result: Type.Optional(Type.Enum(['done', 'refused'], { type: 'string' })),
      }),
      response: { 200: listOf('BulkResult') },
    }),
    async ({ params, query: { cursor, limit = 50, result } }) =>
      boundedPage(await bulkResultsOf(db, params.ws, params.id, { result, after: cursorId(cursor, 0), limit })),
  )
}
