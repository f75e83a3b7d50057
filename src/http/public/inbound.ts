// What providers send us: verified on raw bytes, kept, answered at once; nothing else happens before the answer.
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { type Addressee, receiveRequest, shakeHands } from '../../delivery/receive.ts'
import { createAddressLimit } from '../../lib/address-limit.ts'
import { MINUTE, sizes } from '../../limits.ts'
import type { HttpDeps } from '../deps.ts'
import { handleError, sendRefusal } from '../errors.ts'

const params = Type.Object({ channel: Type.String(), connection: Type.String() })
const answers = {
  403: Type.Ref('Error'),
  404: Type.Ref('Error'),
  413: Type.Ref('Error'),
  429: Type.Ref('TooManyError'),
  503: Type.Ref('Error'),
}
/** Refused requests from one address in a minute; the provider whose secret was mistyped has to get through, too. */
const MOST_REFUSED = 120

type Asked = { Params: { channel: string; connection: string }; Querystring: Record<string, string | string[]> }

export function inboundRoutes(app: FastifyInstance, deps: HttpDeps): void {
  const { db, seal, clock } = deps
  const refused = createAddressLimit(MOST_REFUSED, MINUTE)
  app.addHook('onRequest', async (request, reply) => {
    const wait = refused.wait(request.ip, clock.now())
    if (wait === 0) return
    return sendRefusal(reply, {
      code: 'rate_limited',
      message: 'Too many requests from this address were not a provider’s.',
      retryAfter: wait,
    })
  })
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 400 && reply.statusCode < 500) refused.count(request.ip, clock.now())
  })
  // Signatures are over bytes: nothing may read the body before they are checked, whatever type it says it has.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: sizes.inbound }, (_request, body, done) =>
    done(null, body),
  )
  app.setErrorHandler((error, request, reply) =>
    (error as { statusCode?: number }).statusCode === 413
      ? sendRefusal(reply, {
          code: 'payload_too_large',
          message: `A request of a provider is at most ${sizes.inbound} bytes.`,
        })
      : handleError(error, request, reply),
  )
  const tools = () => ({ db, seal, publicUrl: deps.publicUrl() })

  app.get<Asked>(
    '/inbound/:channel/:connection',
    {
      schema: {
        operationId: 'inboundHandshake',
        summary: "A provider's verification handshake",
        tags: ['Inbound'],
        security: [],
        params,
        response: {
          200: { description: 'The challenge.', content: { 'text/plain': { schema: Type.String() } } },
          ...answers,
        },
      },
    },
    async ({ params, query }, reply) => {
      const challenge = await shakeHands(tools(), addresseeOf(params), firstOf(query))
      return reply.type('text/plain; charset=utf-8').send(challenge)
    },
  )

  app.post<Asked>(
    '/inbound/:channel/:connection',
    {
      schema: {
        operationId: 'inbound',
        summary: 'What a provider reports: receipts, replies, taps',
        description: 'Verified by the signature or secret of the connection, kept, and worked on after the answer.',
        tags: ['Inbound'],
        security: [],
        params,
        response: { 200: Type.Object({ status: Type.Literal('ok') }), ...answers },
      },
    },
    async ({ params, query, headers, body, log }) => {
      const addressee = addresseeOf(params)
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      const request = { method: 'POST' as const, headers: firstOf(headers), query: firstOf(query), body: bytes }
      const received = await receiveRequest(tools(), clock.now(), addressee, request)
      if (received === 'kept') deps.wakeInbound()
      if (received === 'unreadable')
        log.warn({ ...addressee, bytes: bytes.length }, 'a provider sent what is no JSON; it was answered and not kept')
      return { status: 'ok' as const }
    },
  )
}

/** Zero, which no connection is, for what is no number. */
function addresseeOf({ channel, connection }: Asked['Params']): Addressee {
  return { channel, connectionId: /^[1-9]\d{0,14}$/.test(connection) ? Number(connection) : 0 }
}

function firstOf(values: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const first = [value].flat()[0]
      return first === undefined ? [] : [[name, first]]
    }),
  )
}
