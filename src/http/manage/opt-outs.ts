// Management: addresses that opted out of a workspace's messages on a channel.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { sizes } from '../../limits.ts'
import { addOptOut, liftOptOut, optOutsOf } from '../../recipients/opt-outs.ts'
import type { HttpDeps } from '../deps.ts'
import { listOf } from './answers/answers.ts'
import {
  andNext,
  body,
  channel,
  cursorId,
  described,
  id,
  inWorkspace,
  mode,
  nothing,
  page,
  pageOf,
  TOP,
  text,
} from './shapes.ts'

export function optOutRoutes(instance: FastifyInstance, { db, clock }: HttpDeps): void {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>()

  app.get(
    '/workspaces/:ws/opt-outs',
    {
      schema: {
        ...described(
          'listOptOuts',
          'Addresses that want no more email, and numbers that want no advertising by WhatsApp, newest first',
          { 200: listOf('OptOut') },
        ),
        params: inWorkspace,
        querystring: body({
          ...page,
          mode: Type.Optional(mode),
          channel: Type.Optional(channel),
          q: Type.Optional(text(255)),
          address: Type.Optional(
            Type.String({ minLength: 1, maxLength: sizes.email, description: 'All of the address.' }),
          ),
        }),
      },
    },
    async ({ params, query: { cursor, limit = 50, mode = 'live', ...filter } }) => {
      const look = { ...filter, mode, after: cursorId(cursor, TOP), limit: andNext(limit) }
      return pageOf(await optOutsOf(db, params.ws, look), limit)
    },
  )

  app.post(
    '/workspaces/:ws/opt-outs',
    {
      schema: {
        ...described('addOptOut', 'Write no more email to an address, or no more messages on another channel', {
          201: 'OptOut',
        }),
        params: inWorkspace,
        body: body({
          address: Type.String({ minLength: 1, maxLength: sizes.email }),
          channel: Type.Optional({ ...channel, default: 'email' }),
          mode: Type.Optional(mode),
        }),
      },
    },
    async (request, reply) => {
      const { address, channel = 'email', mode = 'live' } = request.body
      const added = { workspaceId: request.params.ws, mode, channel, address }
      return reply.code(201).send(await addOptOut(db, clock.now(), added))
    },
  )

  app.delete(
    '/workspaces/:ws/opt-outs/:id',
    {
      schema: {
        ...described('liftOptOut', 'Lift an opt-out: the address is written to again', { 204: nothing }),
        params: Type.Object({ ws: id, id }),
      },
    },
    async (request, reply) => {
      await liftOptOut(db, request.params.ws, request.params.id)
      return reply.code(204).send()
    },
  )
}
