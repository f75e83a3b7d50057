// POST /send, POST /send/batch and POST /wh/{key}: read the key and the body, admit, answer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Offered } from '../../admission/admit.ts'
import type { Credential } from '../../admission/gate.ts'
import { parseSend } from '../../admission/parse.ts'
import { sendRequestSchema } from '../../admission/request.ts'
import { brand } from '../../brand.ts'
import { errorStatus, invalid, Refused } from '../../errors.ts'
import { createAddressLimit } from '../../lib/address-limit.ts'
import { hashSecret } from '../../lib/seal.ts'
import { lengths, MINUTE, sizes } from '../../limits.ts'
import { actionCallbacks } from '../callback-document.ts'
import type { HttpDeps } from '../deps.ts'
import { errorBody, sendRefusal, tooLarge } from '../errors.ts'
import { acceptedBody, elementBody, replayedBody } from './answers.ts'
import { sendExamples } from './examples.ts'
import { bearerCredential, missingKey, refuseAfterGate, setRateHeaders } from './gate.ts'

const errors = {
  401: Type.Ref('Error'),
  403: Type.Ref('Error'),
  404: Type.Ref('Error'),
  413: Type.Ref('Error'),
  415: Type.Ref('Error'),
  422: Type.Ref('ValidationError'),
  429: Type.Ref('TooManyError'),
  503: Type.Ref('Error'),
}

const batchRequest = Type.Object(
  { messages: Type.Array(Type.Ref('SendRequest'), { minItems: 1, maxItems: lengths.batch }) },
  { additionalProperties: false, examples: [{ messages: [sendExamples[0]] }] },
)

const batchResponse = Type.Object({
  total: Type.Integer({ description: 'Messages received.' }),
  queued: Type.Integer({ description: 'Accepted, replays included.' }),
  failed: Type.Integer(),
  results: Type.Array(
    Type.Object(
      { index: Type.Integer(), status: Type.String() },
      {
        additionalProperties: true,
        description:
          'A SendResponse or ReplayResponse with its index; or index, status "failed", error, message, details.',
      },
    ),
  ),
})

/** The document describes the body; admission checks it, after the key and element by element. */
const unchecked = {
  validatorCompiler: () => () => true,
}

const headers = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({ maxLength: lengths.idempotencyKey, description: 'Instead of the field idempotency_key.' }),
  ),
})

export function sendRoutes(app: FastifyInstance, deps: HttpDeps): void {
  app.addSchema({ ...sendRequestSchema, $id: 'SendRequest', examples: sendExamples })
  // A person mistypes a key a few times; sixty in a minute from one address is guessing.
  const wrongKeys = createAddressLimit(60, MINUTE)

  app.post('/send', {
    ...unchecked,
    schema: {
      operationId: 'send',
      summary: 'Send one message',
      tags: ['Sending'],
      security: [{ apiKey: [] }],
      headers,
      body: Type.Ref('SendRequest'),
      callbacks: actionCallbacks,
      response: { 200: Type.Ref('ReplayResponse'), 202: Type.Ref('SendResponse'), 400: Type.Ref('Error'), ...errors },
    },
    onRequest: requireKey,
    errorHandler: (error, request, reply) => refuseAfterGate(deps, credentialOf(request), error, request, reply),
    handler: (request, reply) => sendOne(deps, credentialOf(request), request, reply),
  })

  app.post('/send/batch', {
    ...unchecked,
    schema: {
      operationId: 'sendBatch',
      summary: 'Send 1 to 100 messages, each on its own',
      tags: ['Sending'],
      security: [{ apiKey: [] }],
      body: batchRequest,
      response: { 202: batchResponse, 400: Type.Ref('Error'), ...errors },
    },
    onRequest: requireKey,
    errorHandler: (error, request, reply) => refuseAfterGate(deps, credentialOf(request), error, request, reply),
    handler: (request, reply) => sendBatch(deps, request, reply),
  })

  app.post<{ Params: { webhook_key: string } }>('/wh/:webhook_key', {
    ...unchecked,
    schema: {
      operationId: 'trigger',
      summary: 'Send one message; the address is the key',
      tags: ['Sending'],
      security: [],
      headers,
      params: Type.Object({
        webhook_key: Type.String({
          pattern: `^${brand.triggerKeyPrefix}[A-Za-z0-9]+$`,
          examples: [`${brand.triggerKeyPrefix}4NvlE9dZKOams4Ion`],
        }),
      }),
      body: Type.Ref('SendRequest'),
      callbacks: actionCallbacks,
      response: { 200: Type.Ref('ReplayResponse'), 202: Type.Ref('SendResponse'), 400: Type.Ref('Error'), ...errors },
    },
    onRequest: async (request, reply) => {
      const wait = wrongKeys.wait(request.ip, deps.clock.now())
      if (wait > 0)
        return sendRefusal(reply, {
          code: 'rate_limited',
          message: 'Too many wrong keys from this address.',
          retryAfter: wait,
        })
    },
    onResponse: async (request, reply) => {
      if (reply.statusCode === 401) wrongKeys.count(request.ip, deps.clock.now())
    },
    errorHandler: (error, request, reply) => refuseAfterGate(deps, triggerCredential(request), error, request, reply),
    handler: (request, reply) => sendOne(deps, triggerCredential(request), request, reply),
  })
}

const credentials = new WeakMap<FastifyRequest, Credential>()

function requireKey(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const credential = bearerCredential(request)
  if (credential) {
    credentials.set(request, credential)
    done()
  } else sendRefusal(reply, missingKey)
}

/** After requireKey there is one. */
function credentialOf(request: FastifyRequest): Credential {
  return credentials.get(request)!
}

function triggerCredential(request: FastifyRequest): Credential {
  return { kind: 'trigger', hash: hashSecret((request.params as { webhook_key: string }).webhook_key).toString('hex') }
}

async function sendOne(
  deps: HttpDeps,
  credential: Credential,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const admitted = await deps.admission.submit({
    credential,
    messages: [offeredOf(deps, request)],
    carrier: request.headers,
  })
  setRateHeaders(reply, admitted)
  const outcome = admitted.outcomes[0]
  if (admitted.refusal || !outcome) return sendRefusal(reply, admitted.refusal!)
  if (outcome.kind === 'refused') return sendRefusal(reply, outcome.refusal)
  if (outcome.kind === 'replayed') return reply.code(200).send(replayedBody(outcome))
  return reply.code(202).send(acceptedBody(outcome, deps.publicUrl()))
}

/** The body, with the Idempotency-Key header standing in for the field. */
function offeredOf(deps: HttpDeps, request: FastifyRequest): Offered {
  const key = request.headers['idempotency-key']
  let body = request.body
  if (typeof key === 'string' && isObject(body)) {
    if (body.idempotency_key !== undefined && body.idempotency_key !== key) {
      return { refusal: invalid({ idempotency_key: ['differs from the Idempotency-Key header; send one of them'] }) }
    }
    body = { ...body, idempotency_key: key }
  }
  return parseSend(body, { now: deps.clock.now(), allowPrivateNetwork: deps.config.allowPrivateNetwork })
}

async function sendBatch(deps: HttpDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const envelope = readEnvelope(request)
  const options = { now: deps.clock.now(), allowPrivateNetwork: deps.config.allowPrivateNetwork }
  const messages = 'problem' in envelope ? [] : envelope.messages.map((message) => parseSend(message, options))
  if (attachedBytes(messages) > sizes.request) throw new Refused(tooLarge)
  const admitted = await deps.admission.submit({
    credential: credentialOf(request),
    messages,
    carrier: request.headers,
  })
  setRateHeaders(reply, admitted)
  if (admitted.refusal) return sendRefusal(reply, admitted.refusal)
  if ('problem' in envelope) return reply.code(errorStatus.validation_failed).send(errorBody(invalid(envelope.problem)))
  const results = admitted.outcomes.map((outcome, index) => elementBody(outcome, index, deps.publicUrl()))
  const failed = admitted.outcomes.filter(({ kind }) => kind === 'refused').length
  return reply.code(202).send({ total: results.length, queued: results.length - failed, failed, results })
}

/** Of all messages of a request together, decoded (decision 35). */
function attachedBytes(messages: Offered[]): number {
  const attachments = messages.flatMap((offered) => ('parsed' in offered ? offered.parsed.attachments : []))
  return attachments.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0)
}

function readEnvelope({
  body,
  headers,
}: FastifyRequest): { messages: unknown[] } | { problem: Record<string, string[]> } {
  if (headers['idempotency-key'] !== undefined) {
    return { problem: { idempotency_key: ['give each message its own; a header for the whole batch has no meaning'] } }
  }
  if (!isObject(body)) return { problem: { body: ['must be an object with messages'] } }
  const unknown = Object.keys(body).find((key) => key !== 'messages')
  if (unknown !== undefined) return { problem: { [unknown]: ['is not a known field; a batch holds messages'] } }
  const { messages } = body
  if (!Array.isArray(messages)) return { problem: { messages: ['is required and must be an array'] } }
  if (messages.length < 1 || messages.length > lengths.batch) {
    return { problem: { messages: [`holds ${messages.length} messages; a batch takes 1 to ${lengths.batch}`] } }
  }
  return { messages }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
