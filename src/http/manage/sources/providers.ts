// Management routes of the provider connections of a channel, in their order.
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import {
  addProviderBothWays,
  addressedProvidersOf,
  changeProviderBothWays,
  checkProviderBothWays,
  orderedProviders,
  removeProviderBothWays,
} from '../../../connections/provider-receiving.ts'
import { providerDestinations } from '../../../connections/providers.ts'
import { fieldsOf, objectOf, textOf } from '../../../lib/json/json-fields.ts'
import { records } from '../../../limits.ts'
import type { HttpDeps } from '../../deps.ts'
import { type ManageApp, read, route } from '../access/rules.ts'
import { visibilityOf } from '../access/visibility.ts'
import { listOf } from '../answers/answers.ts'
import { body, channel, id, nothing, open } from '../shapes.ts'
import { atChannel, auditedHosts, changes, path as connections, placeOf } from './connections.ts'

/** The id of a provider connection in a list. It is 0 if the upgrade from 0.1.0 has not moved the connection yet. */
const listedId = Type.Integer({ ...id, minimum: 0 })
const atProvider = Type.Object({ ws: id, source: id, channel, id: listedId })
const settings = open('The settings that GET /v1/manage/channels describes for the provider.')

const ORDER =
  'Each message is sent through the first connection that is available. If a connection fails, the next one takes the message.'

const path = `${connections}/:channel/providers`

export function providerRoutes(app: ManageApp, deps: HttpDeps): void {
  const { clock, wakeWorkers } = deps

  app.get(
    path,
    route(read('viewer'), 'listProviderConnections', 'List the provider connections of a channel in their order', {
      description: ORDER,
      params: atChannel,
      response: { 200: listOf('ProviderConnection') },
    }),
    async (request) => {
      const { params } = request
      const visibility = visibilityOf(request)
      const data = await addressedProvidersOf(deps, clock.now(), placeOf(params), params.channel, visibility)
      return { data, next_cursor: null }
    },
  )

  app.post(
    path,
    route(
      { ...changes, auditDetails: (request) => destinationsOf(deps, request) },
      'addProviderConnection',
      'Add a provider connection at the end of the order',
      {
        description: 'If the channel is paused, the request ends the pause.',
        params: atChannel,
        body: body({
          provider: Type.Optional(
            Type.String({
              pattern: '^[a-z][a-z0-9_]*$',
              maxLength: 40,
              examples: ['smtp'],
              description: 'The default is the first provider of the channel.',
            }),
          ),
          settings,
        }),
        response: { 201: 'ProviderConnectionKept' },
      },
    ),
    async ({ params, body: input }) => {
      const added = await addProviderBothWays(deps, clock.now(), placeOf(params), params.channel, input)
      wakeWorkers()
      return added
    },
  )

  app.put(
    `${path}/order`,
    route(changes, 'orderProviderConnections', 'Change the order of the provider connections', {
      description: ORDER,
      params: atChannel,
      body: body({
        order: Type.Array(listedId, {
          maxItems: records.providerConnections,
          description: 'The ids of all connections of the channel. Each id must appear once.',
        }),
      }),
      response: { 200: listOf('ProviderConnection') },
    }),
    async ({ params, body: { order } }) => {
      const data = await orderedProviders(deps, clock.now(), placeOf(params), params.channel, order)
      wakeWorkers()
      return { data, next_cursor: null }
    },
  )
}

export function providerChangeRoutes(app: ManageApp, deps: HttpDeps): void {
  const { clock, wakeWorkers } = deps
  const auditDetails = (request: FastifyRequest) => destinationsOf(deps, request)

  app.put(
    `${path}/:id`,
    route({ ...changes, auditDetails }, 'changeProviderConnection', 'Change the settings of a provider connection', {
      description:
        'A secret that the request omits stays unchanged. If a destination changes, the request must contain the secrets again. The value null removes a setting. If the channel is paused, the request ends the pause.',
      params: atProvider,
      body: body({
        settings,
        version: Type.Optional(
          Type.Integer({
            minimum: 1,
            description:
              'The version that you have read. If this version is no longer current, the request is refused with 409.',
          }),
        ),
      }),
      response: { 200: 'ProviderConnectionKept' },
    }),
    async ({ params, body: input }) => {
      const changed = await changeProviderBothWays(deps, clock.now(), placeOf(params), params, input)
      wakeWorkers()
      return changed
    },
  )

  app.delete(
    `${path}/:id`,
    route({ ...changes, auditDetails }, 'removeProviderConnection', 'Remove a provider connection', {
      description: 'If no connection is left, the channel is no longer connected.',
      params: atProvider,
      response: { 204: nothing },
    }),
    async ({ params }) => removeProviderBothWays(deps, clock.now(), placeOf(params), params),
  )

  app.post(
    `${path}/:id/check`,
    route(read('admin'), 'checkProviderConnection', 'Check the stored settings of a provider connection', {
      description: 'The check sends no message.',
      params: atProvider,
      response: { 200: 'ConnectionCheck' },
    }),
    async ({ params }) => checkProviderBothWays(deps, clock.now(), placeOf(params), params),
  )
}

async function destinationsOf(deps: HttpDeps, { params, body: input }: FastifyRequest) {
  // The cast is safe, because the schema of these routes has validated the parameters before this hook runs.
  const at = params as Static<typeof atChannel> & { id?: number }
  const hosts = await providerDestinations(deps, placeOf(at), at.channel, {
    id: at.id,
    provider: textOf(fieldsOf(input).provider),
    input: objectOf(fieldsOf(input).settings),
  })
  return auditedHosts(hosts)
}
