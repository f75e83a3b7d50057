// Responses of the send routes, as the contract defines them: SendResponse, ReplayResponse and the results of a batch.
import { Type } from 'typebox'
import { actionUrl } from '../../actions/urls.ts'
import type { Accepted, AdmissionOutcome, Limited, Replayed } from '../../admission/entry.ts'
import { channelNames } from '../../channels/index.ts'
import { statuses } from '../../delivery-states.ts'
import { errorBody } from '../errors.ts'
import { acceptedSteps, acceptedStepsOf } from './steps.ts'

export const sendResponse = Type.Object(
  {
    status: Type.Enum(['queued', 'sending', 'sent', 'delivered'], { type: 'string' }),
    delivery_id: Type.Integer(),
    channel: Type.Enum(channelNames, { type: 'string' }),
    recipient: Type.Object({ id: Type.Integer(), name: Type.String(), address: Type.String() }),
    template: Type.String(),
    actions: Type.Array(Type.Object({ slug: Type.String(), url: Type.String({ format: 'uri' }) })),
    idempotency_key: Type.Union([Type.String(), Type.Null()]),
    overage: Type.Union([Type.Object({ credits_deducted: Type.Integer(), channel_cost: Type.Integer() }), Type.Null()]),
    digest: Type.Optional(
      Type.Object(
        { items: Type.Integer({ description: 'The number of messages in the digest, including this one.' }) },
        { description: 'Present for a message with `digest`. The delivery is the delivery of the digest.' },
      ),
    ),
    steps: acceptedSteps,
  },
  { $id: 'SendResponse', description: 'The message was accepted and stored.' },
)

export const replayResponse = Type.Object(
  {
    status: Type.Enum([...statuses], { type: 'string' }),
    delivery_id: Type.Integer(),
    idempotency_key: Type.Union([Type.String(), Type.Null()]),
    replayed: Type.Literal(true),
    suppressed_by: Type.Optional(
      Type.Literal('limit', { description: 'The message is over the `limit` of its request, so it was not sent.' }),
    ),
    body_mismatch: Type.Optional(
      Type.Literal(true, { description: 'The body differs from the body of the first request with this key.' }),
    ),
  },
  {
    $id: 'ReplayResponse',
    description:
      'The idempotency key was already used within the last hour, and the response describes the first delivery. Or, with `suppressed_by`, the message is over its limit, and the response describes the newest delivery that counts.',
  },
)

export const errorResponse = Type.Object(
  {
    error: Type.String(),
    message: Type.String(),
    details: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'The problems of each field. Present for a conflict that concerns fields.',
      }),
    ),
  },
  { $id: 'Error', description: 'The problem and its solution.' },
)

export const validationError = Type.Object(
  {
    error: Type.Literal('validation_failed'),
    status: Type.Literal('validation_failed'),
    message: Type.String(),
    details: Type.Record(Type.String(), Type.Array(Type.String())),
  },
  { $id: 'ValidationError', description: 'An error with the problems of each invalid field.' },
)

export const tooManyError = Type.Object(
  {
    error: Type.Enum(['rate_limited', 'quota_exceeded'], { type: 'string' }),
    message: Type.String(),
    used: Type.Optional(Type.Integer()),
    limit: Type.Optional(Type.Integer()),
    hint: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  },
  {
    $id: 'TooManyError',
    description:
      'The hourly rate limit of the key or the monthly quota is used up. For the rate limit, the response has the header Retry-After.',
  },
)

export function acceptedBody(outcome: Accepted, publicUrl: string) {
  const { charge } = outcome
  return {
    status: 'queued',
    delivery_id: outcome.deliveryId,
    channel: outcome.channel,
    recipient: outcome.recipient,
    template: outcome.template,
    actions: outcome.actions.map(({ slug, token }) => ({ slug, url: actionUrl(publicUrl, token) })),
    idempotency_key: outcome.idempotencyKey,
    overage: charge?.account === 'credits' ? { credits_deducted: charge.cost, channel_cost: charge.cost } : null,
    ...(outcome.digest ? { digest: { items: outcome.digest.items } } : {}),
    ...acceptedStepsOf(outcome.steps, outcome.deliveryId),
  }
}

/** Returns the response for a message that is over the limit of its request. */
export function limitedBody(outcome: Limited) {
  return {
    status: outcome.status,
    delivery_id: outcome.deliveryId,
    idempotency_key: outcome.idempotencyKey,
    replayed: true,
    suppressed_by: 'limit',
  }
}

export function replayedBody(outcome: Replayed) {
  return {
    status: outcome.status,
    delivery_id: outcome.deliveryId,
    idempotency_key: outcome.idempotencyKey,
    replayed: true,
    ...(outcome.bodyMismatch ? { body_mismatch: true } : {}),
  }
}

/** Returns the result of one message in a batch (decision 7). */
export function elementBody(outcome: AdmissionOutcome, index: number, publicUrl: string) {
  if (outcome.kind === 'accepted') return { index, ...acceptedBody(outcome, publicUrl) }
  if (outcome.kind === 'replayed') return { index, ...replayedBody(outcome) }
  if (outcome.kind === 'limited') return { index, ...limitedBody(outcome) }
  return { index, ...errorBody(outcome.refusal), status: 'failed' }
}
