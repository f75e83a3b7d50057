// Receives inbound webhooks. The route only verifies the raw bytes, stores the request and responds. Workers apply the
// request later.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { InboundRequest } from '../../channels/inbound.ts'
import { channelNames } from '../../channels/index.ts'
import { Refused } from '../../errors.ts'
import {
  type Addressed,
  type Addressee,
  answerToHandshake,
  checkHeaders,
  findAddressed,
  receiveRequest,
} from '../../inbound/receive.ts'
import { createRequestStore, type StoreRequest } from '../../inbound/store-requests.ts'
import { fieldsOf } from '../../lib/json/json-fields.ts'
import { bodies, wrongRequests } from '../../limits.ts'
import { mayBeLong } from '../body/early-answer.ts'
import type { HttpDeps } from '../deps.ts'
import { handleError, refusalOf, sendRefusal } from '../errors.ts'
import { requestValue } from '../request-value.ts'
import { createWrongCredentials } from '../wrong-credentials.ts'

const params = Type.Object({ channel: Type.String(), connection: Type.String() })
const answers = {
  403: Type.Ref('Error'),
  404: Type.Ref('Error'),
  408: Type.Ref('Error'),
  413: Type.Ref('Error'),
  429: Type.Ref('TooManyError'),
  503: Type.Ref('Error'),
}
const accepted = {
  'application/json': { schema: Type.Object({ status: Type.Literal('ok') }) },
  'text/xml': { schema: Type.String() },
}
const webhookAnswer = {
  description: 'The request was stored. The format of the answer depends on the provider.',
  content: accepted,
}
const handshakeSchema = {
  operationId: 'inboundHandshake',
  summary: 'Answer the verification handshake of a provider, or receive a webhook that a provider sends with GET',
  tags: ['Inbound'],
  security: [],
  params,
  response: {
    200: {
      description: 'The challenge, or the answer to a webhook.',
      content: { 'text/plain': { schema: Type.String() }, ...accepted },
    },
    ...answers,
  },
}
const TOO_MANY = 'Too many requests from this network failed the verification of the provider. Try again in a minute.'

type InboundRoute = { Params: { channel: string; connection: string }; Querystring: Record<string, string | string[]> }

export function inboundRoutes(app: FastifyInstance, deps: HttpDeps): void {
  const { db, seal, clock } = deps
  const store = createRequestStore(db)
  const refused = createWrongCredentials(clock, wrongRequests.ofProvider, TOO_MANY)
  const addressed = new WeakMap<FastifyRequest, Addressed>()
  app.addHook('onRequest', async (request) => {
    const found = await findAddressed({ db, seal, publicUrl: deps.publicUrl() }, addresseeOf(request.params))
    if (request.method === 'POST') {
      checkHeaders(found, firstOf(request.headers))
      // If too many requests from this network failed the verification, refuse long bodies before they are read. Read
      // and verify short bodies, because they may come from the real provider in the same network.
      const tooMany = mayBeLong(request.raw) ? refused.throttled(request.ip, subjectOf(request)) : undefined
      if (tooMany) throw new Refused(tooMany)
    }
    addressed.set(request, found)
  })
  // Count only requests that fail the verification. If a body is incomplete, the service cannot know whether the
  // provider sent it.
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal.code !== 'forbidden' && refusal.code !== 'not_found') return handleError(error, request, reply)
    return sendRefusal(reply, refused.refusalOf(request.ip, refusal, subjectOf(request)))
  })
  // Signatures cover the raw bytes, so no parser may change a body of any Content-Type.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, _payload, done) =>
    deps.readBody(request, (error, body) => done(error, body?.bytes ?? body?.large.joined())),
  )

  app.get<InboundRoute>('/inbound/:channel/:connection', { schema: handshakeSchema }, async (request, reply) => {
    const found = requestValue(addressed, request)
    const challenge = answerToHandshake(found, firstOf(request.query))
    if (challenge === undefined) return receive({ ...deps, store }, found, request, reply)
    return reply.type('text/plain; charset=utf-8').send(challenge)
  })

  app.post<InboundRoute>(
    '/inbound/:channel/:connection',
    {
      bodyLimit: bodies.inbound,
      schema: {
        operationId: 'inbound',
        summary: 'Receive receipts, replies and button presses from a provider',
        description:
          'The service verifies the signature or secret of the request, stores the request and responds. A worker applies the request later.',
        tags: ['Inbound'],
        security: [],
        params,
        response: { 200: webhookAnswer, ...answers },
      },
    },
    (request, reply) => receive({ ...deps, store }, requestValue(addressed, request), request, reply),
  )
}

/** Stores a request of a provider, and responds in the format that the provider expects. */
async function receive(
  { store, clock, threads, allowPrivateNetwork, wakeInbound }: HttpDeps & { store: StoreRequest },
  found: Addressed,
  request: FastifyRequest<InboundRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = inboundRequestOf(request, clock.now())
  const tools = { store, allowPrivateNetwork, readLarge: threads.repeatKey }
  const received = await receiveRequest(tools, sent.receivedAt, found, sent)
  if (received === 'kept') wakeInbound()
  if (received === 'unreadable') {
    const about = { channel: found.channel, connectionId: found.row.id, bytes: sent.body.length }
    request.log.warn(about, 'a provider sent an unreadable body; the service responded but did not store the body')
  }
  const { response } = found.receiver
  return response ? reply.type(response.contentType).send(response.body) : reply.send({ status: 'ok' })
}

function inboundRequestOf(request: FastifyRequest<InboundRoute>, receivedAt: Date): InboundRequest {
  const { method, query, headers, body, url } = request
  const start = url.indexOf('?')
  return {
    method: method === 'GET' ? 'GET' : 'POST',
    headers: firstOf(headers),
    query: firstOf(query),
    search: start === -1 ? '' : url.slice(start),
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    receivedAt,
  }
}

/**
 * Returns the name under which refused requests are counted. Refused requests are counted for each connection
 * separately.
 */
function subjectOf({ params }: FastifyRequest): string {
  const { channel, connectionId } = addresseeOf(params)
  return channelNames.some((name) => name === channel) ? `${channel}/${connectionId}` : ''
}

/**
 * Returns the connection that the URL identifies. An id that is not a number is replaced with 0, because no connection
 * has the id 0.
 */
function addresseeOf(params: unknown): Addressee {
  const { channel, connection } = fieldsOf(params)
  return { channel: String(channel), connectionId: /^[1-9]\d{0,14}$/.test(String(connection)) ? Number(connection) : 0 }
}

function firstOf(values: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const first = [value].flat()[0]
      return first === undefined ? [] : [[name, first]]
    }),
  )
}
