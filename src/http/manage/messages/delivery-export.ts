// Management route that exports a list of deliveries as a file.
import { type TSchema, Type } from 'typebox'
import { exportDeliveries } from '../../../delivery/list/export.ts'
import { exportedDeliveries } from '../../../limits.ts'
import type { HttpDeps } from '../../deps.ts'
import { download, type ManageApp, route } from '../access/rules.ts'
import { visibilityOf } from '../access/visibility.ts'
import { sendFile } from '../file-answer.ts'
import { body, inWorkspace } from '../shapes.ts'
import { deliveryFilters, filterOf } from './delivery-filters.ts'

const mediaTypes = { csv: 'text/csv', jsonl: 'application/x-ndjson' } as const

/** The schema has no type, because a stream cannot be validated. */
const file: TSchema = Type.Unsafe<unknown>({
  description: 'One delivery per line, newest first.',
  content: {
    'text/csv': { schema: { contentMediaType: 'text/csv' } },
    'application/x-ndjson': { schema: { contentMediaType: 'application/x-ndjson' } },
  },
})

export function deliveryExportRoutes(app: ManageApp, deps: HttpDeps): void {
  app.get(
    '/workspaces/:ws/deliveries/export',
    route(download('viewer', 'delivery'), 'exportDeliveries', 'Export deliveries as CSV or JSON lines', {
      description: `The file contains the newest ${exportedDeliveries.rows} deliveries that match the filter.`,
      params: inWorkspace,
      querystring: body({
        ...deliveryFilters,
        format: Type.Optional(Type.Enum(['csv', 'jsonl'], { type: 'string', default: 'csv' })),
      }),
      response: { 200: file },
    }),
    async (request, reply) => {
      const { format = 'csv', ...query } = request.query
      const filter = filterOf(query, deps.clock.now())
      const pages = await exportDeliveries(deps.db, request.params.ws, filter, visibilityOf(request), format)
      return sendFile(deps, request, reply, `deliveries-${filter.mode}.${format}`, pages, mediaTypes[format])
    },
  )
}
