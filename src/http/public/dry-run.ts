// Dry runs of the send routes, with `?dry_run=true`: what a send request would do. Nothing is stored or sent.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { ParsedMessage } from '../../admission/admission-request.ts'
import { type DryOutcome, tooManyDryRuns } from '../../admission/sets/dry-run.ts'
import { refuse, refuseInvalid } from '../../errors.ts'
import { fieldsOf } from '../../lib/json/json-fields.ts'
import type { HttpDeps } from '../deps.ts'
import { dryRunBody } from '../dry-run-answer.ts'
import { errorBody, sendRefusal } from '../errors.ts'
import { requireSender } from './keyed-route.ts'

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
  return reply.code(200).send(dryRunBody(deps, outcome))
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
      : { index, ...dryRunBody(deps, outcome) },
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
  sendRefusal(reply, tooManyDryRuns)
  return undefined
}
