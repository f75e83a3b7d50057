// Management: a source's connections to its channels' providers.
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
import { change, type ManageApp, read } from '../access/rules.ts'
import { sightOf } from '../access/sight.ts'
import { listOf } from '../answers/answers.ts'
import { body, channel, described, id, inSource, nothing, open } from '../shapes.ts'

const atChannel = Type.Object({ ws: id, source: id, channel })

const path = '/workspaces/:ws/sources/:source/connections'
const placeOf = (params: { ws: number; source: number }) => ({ workspaceId: params.ws, sourceId: params.source })

export function channelRoutes(app: ManageApp): void {
  app.get(
    '/channels',
    {
      config: read('member'),
      schema: described('listChannels', 'Every channel, and the settings of its connection', {
        200: listOf('ChannelDescription'),
      }),
    },
    async () => ({ data: channelForms(), next_cursor: null }),
  )

  app.get(
    '/addresses',
    {
      config: read('member'),
      schema: described('listAddresses', 'Every address that a recipient may have', {
        200: listOf('AddressDescription'),
      }),
    },
    async () => ({ data: describedAddresses(), next_cursor: null }),
  )
}

export function connectionRoutes(app: ManageApp, deps: HttpDeps): void {
  const { clock, wakeWorkers } = deps
  const auditDetails = (request: FastifyRequest) => destinationsOf(deps, request)

  app.get(
    path,
    {
      config: read('viewer'),
      schema: {
        ...described('listConnections', 'List connections; secrets are never shown', { 200: listOf('Connection') }),
        params: inSource,
      },
    },
    async (request) => ({
      data: await addressedConnectionsOf(deps, clock.now(), placeOf(request.params), sightOf(request)),
      next_cursor: null,
    }),
  )

  app.get(
    `${path}/:channel`,
    {
      config: read('viewer'),
      schema: {
        ...described('readConnection', 'A connection; secrets are never shown', { 200: 'Connection' }),
        params: atChannel,
      },
    },
    async (request) => {
      const { params } = request
      return addressedConnectionOf(deps, clock.now(), placeOf(params), params.channel, sightOf(request))
    },
  )

  app.put(
    `${path}/:channel`,
    {
      config: { ...change('admin', 'connection', 'source', 'channel'), auditDetails },
      schema: {
        ...described(
          'connect',
          'Connect a channel; a secret that is left out stays unless a destination changes, null takes a setting away, a pause ends, the provider is told where to send',
          { 200: 'ConnectionKept' },
        ),
        params: atChannel,
        body: body({
          settings: open('As GET /v1/manage/channels describes them.'),
          version: Type.Optional(
            Type.Integer({
              minimum: 0,
              description: 'As it was read; 0: not connected. Refused with 409 if it is another one by now.',
            }),
          ),
        }),
      },
    },
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
    {
      config: { ...change('admin', 'connection', 'source', 'channel'), auditDetails },
      schema: { ...described('disconnect', 'Remove a connection', { 204: nothing }), params: atChannel },
    },
    async (request) => disconnectBothWays(deps, placeOf(request.params), request.params.channel),
  )
}

export function connectionCheckRoutes(app: ManageApp, deps: HttpDeps): void {
  const { db, clock, wakeWorkers } = deps

  app.post(
    `${path}/:channel/check`,
    {
      config: read('admin'),
      schema: {
        ...described(
          'checkConnection',
          'Check the kept settings and whether the connection is paused; nothing is sent',
          { 200: 'ConnectionCheck' },
        ),
        params: atChannel,
      },
    },
    async ({ params }) => checkBothWays(deps, clock.now(), placeOf(params), params.channel),
  )

  app.post(
    `${path}/:channel/resume`,
    {
      config: change('admin', 'connection', 'source', 'channel'),
      schema: {
        ...described('resumeConnection', 'End a pause; what waited is sent', { 204: nothing }),
        params: atChannel,
      },
    },
    async ({ params }) => {
      await resume(db, placeOf(params), params.channel)
      wakeWorkers()
    },
  )
}

/** The audit log keeps the hosts of destinations, and never what stands around them. */
async function destinationsOf(deps: HttpDeps, { params, body }: FastifyRequest) {
  // The schema of both routes validated it before this hook.
  const at = params as Static<typeof atChannel>
  const { before, after } = await destinationChange(deps, placeOf(at), at.channel, objectOf(fieldsOf(body).settings))
  return {
    before: before.length > 0 ? { destinations: before } : null,
    change: after.length > 0 ? { destinations: after } : null,
  }
}
