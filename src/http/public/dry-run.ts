// Dry runs of the send routes, with `?dry_run=true`: what a send request would do. Nothing is stored or sent.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { ParsedMessage } from '../../admission/admission-request.ts'
import { expiryOf } from '../../admission/record.ts'
import type { DryOutcome } from '../../admission/sets/dry-run.ts'
import { channelNames } from '../../channels/index.ts'
import { refuse, refuseInvalid } from '../../errors.ts'
import { fieldsOf } from '../../lib/json/json-fields.ts'
import type { HttpDeps } from '../deps.ts'
import { errorBody, sendRefusal } from '../errors.ts'
import { limitedBody, replayedBody } from './answers.ts'
import { requireSender } from './keyed-route.ts'
import { plannedSteps, plannedStepsOf } from './steps.ts'

const date = Type.String({ format: 'date-time' })

export const dryRunResponse = Type.Object(
  {
    dry_run: Type.Literal(true),
    status: Type.Literal('queued', { description: 'The message would be accepted.' }),
    channel: Type.Enum(channelNames, { type: 'string' }),
    recipient: Type.Object(
      { id: Type.Union([Type.Integer(), Type.Null()]), name: Type.String(), address: Type.String() },
      { description: 'The id is null if the request would create the recipient.' },
    ),
    template: Type.String(),
    locale: Type.String({ description: 'The language of the content.' }),
    price: Type.Object(
      {
        account: Type.Union([Type.Enum(['quota', 'whatsapp', 'credits'], { type: 'string' }), Type.Null()]),
        credits: Type.Integer(),
      },
      { description: 'The account that would pay. null for a test key, whose messages are free.' },
    ),
    scheduled_for: Type.Union([date, Type.Null()]),
    expires_at: Type.String({ format: 'date-time', description: 'The message would not be sent after this time.' }),
    content: Type.Object(
      {
        subject: Type.Optional(Type.String()),
        body: Type.String(),
        segments: Type.Optional(
          Type.Object({ segments: Type.Integer() }, { additionalProperties: true, description: 'The size of an SMS.' }),
        ),
      },
      {
        additionalProperties: true,
        description:
          'The rendered content. It also contains buttons, media, attachments and the content for this channel.',
      },
    ),
    steps: plannedSteps,
  },
  { $id: 'DryRunResponse', description: 'What the request would do. Nothing was stored, sent or charged.' },
)

export const dryRunQuery = Type.Object({
  dry_run: Type.Optional(
    Type.Enum(['true', 'false'], {
      type: 'string',
      description:
        'With `true`, the response describes what the request would do, and nothing is stored, sent or charged.',
    }),
  ),
})

/** Returns whether the request is a dry run. Throws validation_failed for another value than true and false. */
export function isDryRun(request: FastifyRequest): boolean {
  const value = fieldsOf(request.query).dry_run
  if (value === undefined || value === 'false') return false
  return value === 'true' || refuseInvalid({ dry_run: ['must be true or false'] })
}

/** Refuses a dry run with a trigger key. Its URL is often public, and the answer names recipients. */
export function refuseDryRun(request: FastifyRequest): void {
  if (isDryRun(request)) refuse('forbidden', 'A trigger key cannot make a dry run. Use an API key with the scope send.')
}

export async function dryRunOne(
  deps: HttpDeps,
  offered: ParsedMessage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const outcomes = await outcomesOf(deps, [offered], request, reply)
  if (!outcomes) return reply
  const [outcome] = outcomes
  if (!outcome) throw new Error('the dry run has no outcome')
  if (outcome.kind === 'refused') return sendRefusal(reply, outcome.refusal)
  return reply.code(200).send(outcomeBody(deps, outcome))
}

export async function dryRunBatch(
  deps: HttpDeps,
  messages: ParsedMessage[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const outcomes = await outcomesOf(deps, messages, request, reply)
  if (!outcomes) return reply
  const results = outcomes.map((outcome, index) =>
    outcome.kind === 'refused'
      ? { index, ...errorBody(outcome.refusal), status: 'failed' }
      : { index, ...outcomeBody(deps, outcome) },
  )
  const failed = outcomes.filter(({ kind }) => kind === 'refused').length
  return reply
    .code(200)
    .send({ dry_run: true, total: results.length, queued: results.length - failed, failed, results })
}

/** Counts the request in the hour of its key, and runs it. Returns undefined if the request was answered with an error. */
async function outcomesOf(
  deps: HttpDeps,
  messages: ParsedMessage[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<DryOutcome[] | undefined> {
  const sender = await requireSender(deps, request, reply)
  if (!sender) return undefined
  const outcomes = await deps.admission.dryRun(sender, messages)
  if (outcomes) return outcomes
  sendRefusal(reply, {
    code: 'unavailable',
    message: 'Too many dry runs are in progress. Send the request again in a few seconds.',
    retryAfter: 5,
  })
  return undefined
}

function outcomeBody({ clock, config }: HttpDeps, outcome: Exclude<DryOutcome, { kind: 'refused' }>) {
  if (outcome.kind === 'replayed') return { dry_run: true, ...replayedBody(outcome) }
  if (outcome.kind === 'limited') return { dry_run: true, ...limitedBody(outcome) }
  const { message, isNewRecipient } = outcome
  const { content, recipient, address, channel, parsed, charge } = message
  const { masked: _, ...shown } = content
  return {
    dry_run: true,
    status: 'queued',
    channel,
    recipient: { id: isNewRecipient ? null : recipient.id, name: recipient.name, address },
    template: parsed.request.template,
    locale: content.locale,
    price: { account: charge?.account ?? null, credits: charge?.cost ?? 0 },
    scheduled_for: parsed.scheduledFor?.toISOString() ?? null,
    expires_at: expiryOf(message, clock.now(), config.deliveryMaxAge).toISOString(),
    content: shown,
    ...plannedStepsOf(message.steps, message.charge !== null),
  }
}
