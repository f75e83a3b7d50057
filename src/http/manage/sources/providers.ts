// Management: the connections of a source's channel to its providers, in their order.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
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
import type { Settings } from '../../../connections/secret-settings.ts'
import { records } from '../../../limits.ts'
import type { HttpDeps } from '../../deps.ts'
import { listOf } from '../answers/answers.ts'
import { body, channel, described, id, nothing, open } from '../shapes.ts'

const atChannel = Type.Object({ ws: id, source: id, channel })
const atProvider = Type.Object({ ws: id, source: id, channel, id })
const settings = open('As the channel or its provider describes them in GET /v1/manage/channels.')

const placeOf = ({ ws: workspaceId, source: sourceId }: { ws: number; source: number }) => ({ workspaceId, sourceId })

export function providerRoutes(instance: FastifyInstance, deps: HttpDeps): void {
  const { clock, config, wakeWorkers } = deps
  const app = instance.withTypeProvider<TypeBoxTypeProvider>()
  const tools = { ...deps, allowPrivateNetwork: config.allowPrivateNetwork }
  const path = '/workspaces/:ws/sources/:source/connections/:channel/providers'

  /** The audit log keeps the hosts of destinations, as for the first connection. */
  const auditDetails = async ({ params, body: given }: FastifyRequest) => {
    const at = params as Static<typeof atChannel> & { id?: number }
    const { provider, settings: own } = (given ?? {}) as { provider?: string; settings?: Settings }
    const change = { ...(provider === undefined ? {} : { provider }), ...(at.id === undefined ? {} : { id: at.id }) }
    const { before, after } = await providerDestinations(tools, placeOf(at), at.channel, { ...change, given: own })
    return {
      before: before.length > 0 ? { destinations: before } : null,
      change: after.length > 0 ? { destinations: after } : null,
    }
  }

  app.get(
    path,
    {
      schema: {
        ...described('listProviderConnections', "List a channel's connections in their order; the first is used", {
          200: listOf('ProviderConnection'),
        }),
        params: atChannel,
      },
    },
    async ({ params }) => ({
      data: await addressedProvidersOf(tools, placeOf(params), params.channel),
      next_cursor: null,
    }),
  )

  app.post(
    path,
    {
      config: { auditDetails },
      schema: {
        ...described('addProviderConnection', 'Add a connection as the last in order; a pause ends', {
          201: 'ProviderConnectionKept',
        }),
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
      },
    },
    async ({ params, body: given }, reply) => {
      const stored = { ...given, settings: { ...given.settings } }
      const added = await addProviderBothWays(tools, clock.now(), placeOf(params), params.channel, stored)
      wakeWorkers()
      return reply.code(201).send(added)
    },
  )

  app.put(
    `${path}/order`,
    {
      schema: {
        ...described('orderProviderConnections', 'Change the order; the first connection is used', {
          200: listOf('ProviderConnection'),
        }),
        params: atChannel,
        body: body({
          order: Type.Array(id, {
            maxItems: records.providerConnections,
            description: 'The id of each connection of the channel, once.',
          }),
        }),
      },
    },
    async ({ params, body: { order } }) => {
      const data = await orderedProviders(tools, placeOf(params), params.channel, order)
      wakeWorkers()
      return { data, next_cursor: null }
    },
  )

  app.put(
    `${path}/:id`,
    {
      config: { auditDetails },
      schema: {
        ...described(
          'changeProviderConnection',
          'Change the settings of a connection; secrets stay as with the first one, and a pause ends',
          { 200: 'ProviderConnectionKept' },
        ),
        params: atProvider,
        body: body({
          settings,
          version: Type.Optional(
            Type.Integer({ minimum: 1, description: 'As it was read. Refused with 409 if it is another one by now.' }),
          ),
        }),
      },
    },
    async ({ params, body: given }) => {
      const stored = { ...given, settings: { ...given.settings } }
      const changed = await changeProviderBothWays(tools, clock.now(), placeOf(params), params, stored)
      wakeWorkers()
      return changed
    },
  )

  app.delete(
    `${path}/:id`,
    {
      config: { auditDetails },
      schema: {
        ...described(
          'removeProviderConnection',
          'Remove a connection; without the last one the channel is not connected',
          {
            204: nothing,
          },
        ),
        params: atProvider,
      },
    },
    async ({ params }, reply) => {
      await removeProviderBothWays(tools, placeOf(params), params)
      return reply.code(204).send()
    },
  )

  app.post(
    `${path}/:id/check`,
    {
      schema: {
        ...described('checkProviderConnection', 'Check the stored settings of a connection; nothing is sent', {
          200: 'ConnectionCheck',
        }),
        params: atProvider,
      },
    },
    async ({ params }) => checkProviderBothWays(tools, clock.now(), placeOf(params), params),
  )
}
