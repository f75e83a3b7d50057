// Management routes of a workspace's overview page. They return its figures, its conditions and the first steps.
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
    route(read('viewer'), 'readOverview', 'Read the overview of a workspace', {
      description:
        'The overview contains the usage, the channels, the last hour, the last thirty days, the health and the current problems.',
      params: inWorkspace,
      response: { 200: 'Overview' },
    }),
    async (request) => overviewOf(db, clock.now(), request.params.ws, await health(), visibilityOf(request)),
  )

  app.get(
    '/workspaces/:ws/getting-started',
    route(read('viewer'), 'readGettingStarted', 'Read the first steps of a workspace', {
      description: 'The data of the workspace determine whether a step is done.',
      params: inWorkspace,
      response: { 200: 'GettingStarted' },
    }),
    async (request) => gettingStarted(db, clock.now(), seal, request.params.ws, hasRole(request.role, 'admin')),
  )
}
