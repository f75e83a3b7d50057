// Management routes of the activity of a channel of a source: its pending messages, latest outcomes and latest attempts.
import { Type } from 'typebox'
import { activityOf, attemptsOfConnection } from '../../../connections/activity.ts'
import type { HttpDeps } from '../../deps.ts'
import { type ManageApp, read, route } from '../access/rules.ts'
import { visibilityOf } from '../access/visibility.ts'
import { channel, id } from '../shapes.ts'
import { atChannel, path, placeOf } from './connections.ts'

export function activityRoutes(app: ManageApp, deps: HttpDeps): void {
  app.get(
    `${path}/:channel/activity`,
    route(read('viewer'), 'readConnectionActivity', 'Read the pending messages and outcomes of a channel', {
      description:
        'Counts at most 1,000 pending messages of each kind. The outcomes are those of the latest 1,000 messages of the channel among the latest 10,000 live messages of the workspace.',
      params: atChannel,
      response: { 200: 'ConnectionActivity' },
    }),
    async ({ params }) => activityOf(deps.db, placeOf(params), params.channel),
  )

  app.get(
    `${path}/:channel/providers/:id/attempts`,
    route(read('viewer'), 'listConnectionAttempts', 'List the latest attempts of a provider connection', {
      description: 'Lists at most 50 attempts of the messages that readConnectionActivity searches, newest first.',
      params: Type.Object({ ws: id, source: id, channel, id }),
      response: { 200: Type.Object({ data: Type.Array(Type.Ref('ConnectionAttempt')) }) },
    }),
    async (request) => {
      const { params } = request
      const at = { channel: params.channel, id: params.id }
      return { data: await attemptsOfConnection(deps, placeOf(params), at, visibilityOf(request)) }
    },
  )
}
