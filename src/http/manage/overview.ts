// Management: what a workspace's first page shows: its figures, and the first steps of a new one.
import { gettingStarted } from '../../overview/getting-started.ts'
import { overviewOf } from '../../overview/overview.ts'
import type { HttpDeps } from '../deps.ts'
import { hasRole } from './access/access.ts'
import { type ManageApp, read, route } from './access/rules.ts'
import { visibilityOf } from './access/visibility.ts'
import { inWorkspace } from './shapes.ts'

export function overviewRoutes(app: ManageApp, { db, clock, seal, health }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/overview',
    route(
      read('viewer'),
      'readOverview',
      'Usage, channels, the last hour and the last thirty days, health, and what is wrong',
      { params: inWorkspace, response: { 200: 'Overview' } },
    ),
    async (request) => overviewOf(db, clock.now(), request.params.ws, await health(), visibilityOf(request)),
  )

  app.get(
    '/workspaces/:ws/getting-started',
    route(read('viewer'), 'readGettingStarted', 'The first steps, each checked off by what really happened', {
      params: inWorkspace,
      response: { 200: 'GettingStarted' },
    }),
    async (request) => gettingStarted(db, clock.now(), seal, request.params.ws, hasRole(request.role, 'admin')),
  )
}
