// The routes POST /send, POST /send/batch and POST /wh/{key}. They check the key, read the body, pass it to admission
// and respond.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { onlyOutcome, type ParsedMessage } from '../../admission/admission-request.ts'
import { sendRequestSchema } from '../../admission/request.ts'
import { brand } from '../../brand.ts'
import { errorStatus, invalid, Refused } from '../../errors.ts'
import { bodies, lengths, sizes } from '../../limits.ts'
import { tooManyAttachments } from '../body/body-size.ts'
import type { HttpDeps } from '../deps.ts'
import { actionCallbacks } from '../document/callback-document.ts'
import { errorBody, sendRefusal } from '../errors.ts'
import { acceptedBody, elementBody, limitedBody, replayedBody } from './answers.ts'
import { dryRunBatch, dryRunOne, dryRunQuery, isDryRun, refuseDryRun } from './dry-run.ts'
import { sendExamples } from './examples.ts'
import { keyOf, refuseAfterGate, requireApiKey, requireTriggerKey, setRateHeaders } from './keyed-route.ts'
import type { ReadBatch } from './read-sends.ts'
import { sendBodies } from './send-body.ts'

const errors = {
  401: Type.Ref('Error'),
  403: Type.Ref('Error'),
  404: Type.Ref('Error'),
  408: Type.Ref('Error'),
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
  total: Type.Integer({ description: 'The number of messages in the request.' }),
  queued: Type.Integer({ description: 'The number of accepted messages, including replays.' }),
  failed: Type.Integer({ description: 'Refused messages.' }),
  results: Type.Array(
    Type.Object(
      { index: Type.Integer(), status: Type.String() },
      {
        additionalProperties: true,
        description:
          'An accepted message has the fields of a SendResponse or ReplayResponse, and its index. A refused message has index, status "failed", error, message and details.',
      },
    ),
  ),
})

const batchDryRun = Type.Object(
  { dry_run: Type.Literal(true), ...batchResponse.properties },
  { description: 'What the batch would do. An element that would be accepted has the fields of a DryRunResponse.' },
)

const replayOrDryRun = Type.Union([Type.Ref('ReplayResponse'), Type.Ref('DryRunResponse')])

/**
 * Only the API document uses the schema of the body. Admission validates each message of the body separately, after the
 * check of the key.
 */
const unchecked = {
  validatorCompiler: () => () => true,
}

const headers = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({ maxLength: lengths.idempotencyKey, description: 'Use this header or the field idempotency_key.' }),
  ),
})

export function sendRoutes(app: FastifyInstance, deps: HttpDeps): void {
  app.addSchema({ ...sendRequestSchema, $id: 'SendRequest', examples: sendExamples })
  const bodiesOf = sendBodies(deps)
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    refuseAfterGate(deps, error, request, reply)

  app.post('/send', {
    ...unchecked,
    schema: {
      operationId: 'send',
      summary: 'Send one message',
      tags: ['Sending'],
      security: [{ apiKey: [] }],
      headers,
      querystring: dryRunQuery,
      body: Type.Ref('SendRequest'),
      callbacks: actionCallbacks,
      response: { 200: replayOrDryRun, 202: Type.Ref('SendResponse'), 400: Type.Ref('Error'), ...errors },
    },
    bodyLimit: bodies.send,
    config: { jsonBody: bodiesOf.one },
    onRequest: requireApiKey(deps, 'send', { sends: true }),
    errorHandler,
    handler: (request, reply) =>
      (isDryRun(request) ? dryRunOne : sendOne)(deps, bodiesOf.offered(request), request, reply),
  })

  app.post('/send/batch', {
    ...unchecked,
    schema: {
      operationId: 'sendBatch',
      summary: 'Send 1 to 100 independent messages',
      tags: ['Sending'],
      security: [{ apiKey: [] }],
      querystring: dryRunQuery,
      body: batchRequest,
      response: { 200: batchDryRun, 202: batchResponse, 400: Type.Ref('Error'), ...errors },
    },
    bodyLimit: bodies.batch,
    config: { jsonBody: bodiesOf.many },
    onRequest: requireApiKey(deps, 'send', { sends: true }),
    errorHandler,
    handler: (request, reply) => sendBatch(deps, bodiesOf.batch(request), request, reply),
  })

  app.post<{ Params: { webhook_key: string } }>('/wh/:webhook_key', {
    ...unchecked,
    schema: {
      operationId: 'trigger',
      summary: 'Send one message with a trigger key',
      description: 'The URL contains the key, so the request needs no Authorization header.',
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
    bodyLimit: bodies.send,
    config: { jsonBody: bodiesOf.one },
    onRequest: requireTriggerKey(deps),
    errorHandler,
    handler: (request, reply) => {
      refuseDryRun(request)
      return sendOne(deps, bodiesOf.offered(request), request, reply)
    },
  })
}

async function sendOne(
  deps: HttpDeps,
  offered: ParsedMessage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const admitted = await deps.admission.submit({
    credential: keyOf(request),
    messages: [offered],
    carrier: request.headers,
  })
  setRateHeaders(reply, admitted)
  const outcome = onlyOutcome(admitted)
  if (outcome.kind === 'refused') return sendRefusal(reply, outcome.refusal)
  if (outcome.kind === 'replayed') return reply.code(200).send(replayedBody(outcome))
  if (outcome.kind === 'limited') return reply.code(200).send(limitedBody(outcome))
  return reply.code(202).send(acceptedBody(outcome, deps.publicUrl()))
}

async function sendBatch(
  deps: HttpDeps,
  batch: ReadBatch,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const messages = 'problem' in batch ? [] : batch.messages
  if (attachedBytes(messages) > sizes.request) throw new Refused(tooManyAttachments)
  if (isDryRun(request) && !('problem' in batch)) return dryRunBatch(deps, messages, request, reply)
  const admitted = await deps.admission.submit({
    credential: keyOf(request),
    messages,
    carrier: request.headers,
  })
  setRateHeaders(reply, admitted)
  if (admitted.refusal) return sendRefusal(reply, admitted.refusal)
  if ('problem' in batch) return reply.code(errorStatus.validation_failed).send(errorBody(invalid(batch.problem)))
  const results = admitted.outcomes.map((outcome, index) => elementBody(outcome, index, deps.publicUrl()))
  const failed = admitted.outcomes.filter(({ kind }) => kind === 'refused').length
  return reply.code(202).send({ total: results.length, queued: results.length - failed, failed, results })
}

/** Returns the total size of all attachments of a request, in decoded bytes (decision 35). */
function attachedBytes(messages: ParsedMessage[]): number {
  const attachments = messages.flatMap((offered) => ('parsed' in offered ? offered.parsed.attachments : []))
  return attachments.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0)
}
