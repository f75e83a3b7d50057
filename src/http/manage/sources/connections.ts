// Management routes of the connections of a source.
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { destinationChange, resume } from '../../../connections/connections.ts'
import { channelForms } from '../../../connections/forms.ts'
import {
  addressedConnectionOf,
  addressedConnectionsOf,
  checkBothWays,
  connectBothWays,
  disconnectBothWays,
} from '../../../connections/receiving.ts'
import { fieldsOf, objectOf } from '../../../lib/json/json-fields.ts'
import { describedAddresses } from '../../../recipients/fields.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { visibilityOf } from '../access/visibility.ts'
import { listOf } from '../answers/answers.ts'
import { body, channel, id, inSource, nothing, open } from '../shapes.ts'

export const atChannel = Type.Object({ ws: id, source: id, channel })

export const path = '/workspaces/:ws/sources/:source/connections'
export const placeOf = (params: { ws: number; source: number }) => ({ workspaceId: params.ws, sourceId: params.source })
export const changes = change('admin', 'connection', 'source', 'channel')

export function channelRoutes(app: ManageApp): void {
  app.get(
    '/channels',
    route(read('member'), 'listChannels', 'List the channels with the settings of their connections', {
      response: { 200: listOf('ChannelDescription') },
    }),
    async () => ({ data: channelForms(), next_cursor: null }),
  )

  app.get(
    '/addresses',
    route(read('member'), 'listAddresses', 'List the address fields of recipients', {
      response: { 200: listOf('AddressDescription') },
    }),
    async () => ({ data: describedAddresses(), next_cursor: null }),
  )
}

export function connectionRoutes(app: ManageApp, deps: HttpDeps): void {
  const { clock, wakeWorkers } = deps
  const auditDetails = (request: FastifyRequest) => destinationsOf(deps, request)

  app.get(
    path,
    route(read('viewer'), 'listConnections', 'List connections', {
      description: 'Secrets are never shown.',
      params: inSource,
      response: { 200: listOf('Connection') },
    }),
    async (request) => ({
      data: await addressedConnectionsOf(deps, clock.now(), placeOf(request.params), visibilityOf(request)),
      next_cursor: null,
    }),
  )

  app.get(
    `${path}/:channel`,
    route(read('viewer'), 'readConnection', 'Read a connection', {
      description: 'Secrets are never shown.',
      params: atChannel,
      response: { 200: 'Connection' },
    }),
    async (request) => {
      const { params } = request
      return addressedConnectionOf(deps, clock.now(), placeOf(params), params.channel, visibilityOf(request))
    },
  )

  app.put(
    `${path}/:channel`,
    route({ ...changes, auditDetails }, 'connect', 'Connect a channel', {
      description:
        'A secret that the request omits stays unchanged. If a destination changes, the request must contain the secrets again. The value null removes a setting. The request ends a pause and registers the webhook URL with the provider.',
      params: atChannel,
      body: body({
        settings: open('The settings that GET /v1/manage/channels describes.'),
        version: Type.Optional(
          Type.Integer({
            minimum: 0,
            description:
              'The version that you have read. 0 means that the channel was not connected. If the version is no longer current, the request is refused with 409.',
          }),
        ),
      }),
      response: { 200: 'ConnectionKept' },
    }),
    async ({ params, body: { settings, version } }) => {
      const connection = await connectBothWays(deps, clock.now(), placeOf(params), params.channel, {
        settings,
        ...(version === undefined ? {} : { version }),
      })
      wakeWorkers()
      return connection
    },
  )

  app.delete(
    `${path}/:channel`,
    route({ ...changes, auditDetails }, 'disconnect', 'Remove the first connection of a channel', {
      description:
        'The next connection in the order becomes the first. If the channel uses several providers at once, the request removes all connections.',
      params: atChannel,
      response: { 204: nothing },
    }),
    async (request) => disconnectBothWays(deps, clock.now(), placeOf(request.params), request.params.channel),
  )
}

export function connectionCheckRoutes(app: ManageApp, deps: HttpDeps): void {
  const { db, clock, wakeWorkers } = deps

  app.post(
    `${path}/:channel/check`,
    route(read('admin'), 'checkConnection', 'Check the stored settings of a connection', {
      description: 'The check sends no message. The response also reports whether the connection is paused.',
      params: atChannel,
      response: { 200: 'ConnectionCheck' },
    }),
    async ({ params }) => checkBothWays(deps, clock.now(), placeOf(params), params.channel),
  )

  app.post(
    `${path}/:channel/resume`,
    route(changes, 'resumeConnection', 'End the pause of a connection', {
      description: 'After the pause, the pending messages of the connection are sent.',
      params: atChannel,
      response: { 204: nothing },
    }),
    async ({ params }) => {
      await resume(db, placeOf(params), params.channel)
      wakeWorkers()
    },
  )
}

async function destinationsOf(deps: HttpDeps, { params, body }: FastifyRequest) {
  // The cast is safe, because the schema of both routes has validated the parameters before this hook runs.
  const at = params as Static<typeof atChannel>
  return auditedHosts(await destinationChange(deps, placeOf(at), at.channel, objectOf(fieldsOf(body).settings)))
}

/**
 * Returns the destinations for the audit log. They contain only hosts, because the rest of a URL may contain a secret.
 */
export function auditedHosts({ before, after }: { before: string[]; after: string[] }) {
  return {
    before: before.length > 0 ? { destinations: before } : null,
    change: after.length > 0 ? { destinations: after } : null,
  }
}
