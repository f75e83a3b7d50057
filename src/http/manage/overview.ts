// Management: what a workspace's first page shows: its figures, and the first steps of a new one.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { gettingStarted } from '../../overview/getting-started.ts'
import { overviewOf } from '../../overview/overview.ts'
import type { HttpDeps } from '../deps.ts'
import { roleAtLeast } from './access/access.ts'
import { sightOf } from './access/sight.ts'
import { described, inWorkspace } from './shapes.ts'

export function overviewRoutes(instance: FastifyInstance, { db, clock, seal, health }: HttpDeps): void {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>()

  app.get(
    '/workspaces/:ws/overview',
    {
      schema: {
        ...described(
          'readOverview',
          'Usage, channels, the last hour and the last thirty days, health, and what is wrong',
          {
            200: 'Overview',
          },
        ),
        params: inWorkspace,
      },
    },
    async (request) => overviewOf(db, clock.now(), request.params.ws, await health(), sightOf(request)),
  )

  app.get(
    '/workspaces/:ws/getting-started',
    {
      schema: {
        ...described('readGettingStarted', 'The first steps, each checked off by what really happened', {
          200: 'GettingStarted',
        }),
        params: inWorkspace,
      },
    },
    async (request) => gettingStarted(db, clock.now(), seal, request.params.ws, roleAtLeast(request, 'admin')),
  )
}
