// Management: the connections of a source's channel to its providers, in their order.
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
import { listOf } from '../answers/answers.ts'
import { body, channel, id, nothing, open } from '../shapes.ts'
import { atChannel, auditedHosts, changes, path as connections, placeOf } from './connections.ts'

/** An id as it is listed: 0 until the connection has an id of its own. */
const listedId = Type.Integer({ ...id, minimum: 0 })
const atProvider = Type.Object({ ws: id, source: id, channel, id: listedId })
const settings = open('As GET /v1/manage/channels describes them for the provider.')

const path = `${connections}/:channel/providers`

export function providerRoutes(app: ManageApp, deps: HttpDeps): void {
  const { clock, wakeWorkers } = deps

  app.get(
    path,
    route(read('viewer'), 'listProviderConnections', "List a channel's connections in their order; the first is used", {
      params: atChannel,
      response: { 200: listOf('ProviderConnection') },
    }),
    async ({ params }) => ({
      data: await addressedProvidersOf(deps, placeOf(params), params.channel),
      next_cursor: null,
    }),
  )

  app.post(
    path,
    route(
      { ...changes, auditDetails: (request) => destinationsOf(deps, request) },
      'addProviderConnection',
      'Add a connection as the last in order; a pause ends',
      {
        params: atChannel,
        body: body({
          provider: Type.Optional(
            Type.String({
              pattern: '^[a-z][a-z0-9_]*$',
              maxLength: 40,
              examples: ['smtp'],
              description: "The channel's first provider when left out.",
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
    route(changes, 'orderProviderConnections', 'Change the order; the first connection is used', {
      params: atChannel,
      body: body({
        order: Type.Array(listedId, {
          maxItems: records.providerConnections,
          description: 'The id of each connection of the channel, once.',
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
    route(
      { ...changes, auditDetails },
      'changeProviderConnection',
      'Change the settings of a connection; secrets stay as with the first one, and a pause ends',
      {
        params: atProvider,
        body: body({
          settings,
          version: Type.Optional(
            Type.Integer({ minimum: 1, description: 'As it was read. Refused with 409 if it is another one by now.' }),
          ),
        }),
        response: { 200: 'ProviderConnectionKept' },
      },
    ),
    async ({ params, body: input }) => {
      const changed = await changeProviderBothWays(deps, clock.now(), placeOf(params), params, input)
      wakeWorkers()
      return changed
    },
  )

  app.delete(
    `${path}/:id`,
    route(
      { ...changes, auditDetails },
      'removeProviderConnection',
      'Remove a connection; without the last one the channel is not connected',
      { params: atProvider, response: { 204: nothing } },
    ),
    async ({ params }) => removeProviderBothWays(deps, clock.now(), placeOf(params), params),
  )

  app.post(
    `${path}/:id/check`,
    route(read('admin'), 'checkProviderConnection', 'Check the stored settings of a connection; nothing is sent', {
      params: atProvider,
      response: { 200: 'ConnectionCheck' },
    }),
    async ({ params }) => checkProviderBothWays(deps, clock.now(), placeOf(params), params),
  )
}

async function destinationsOf(deps: HttpDeps, { params, body: input }: FastifyRequest) {
  // The schema of these routes validated it before this hook.
  const at = params as Static<typeof atChannel> & { id?: number }
  const hosts = await providerDestinations(deps, placeOf(at), at.channel, {
    id: at.id,
    provider: textOf(fieldsOf(input).provider),
    input: objectOf(fieldsOf(input).settings),
  })
  return auditedHosts(hosts)
}
