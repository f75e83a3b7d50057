// What every keyed route shares: the key from the header, the gate's answer, the rate-limit headers.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Admitted } from '../../admission/admit.ts'
import type { Sender } from '../../admission/entry.ts'
import type { Credential } from '../../admission/gate.ts'
import type { Refusal } from '../../errors.ts'
import { hashSecret } from '../../lib/seal.ts'
import { bearerOf } from '../bearer.ts'
import type { HttpDeps } from '../deps.ts'
import { handleError, sendRefusal } from '../errors.ts'

export const missingKey: Refusal = {
  code: 'missing_api_key',
  message: 'Send the API key as "Authorization: Bearer <API_KEY>".',
}

/** The credential of a Bearer header; undefined when there is none. */
export function bearerCredential(request: FastifyRequest): Credential | undefined {
  const key = bearerOf(request.headers)
  return key === undefined ? undefined : { kind: 'api', hash: hashSecret(key).toString('hex') }
}

/** Sets the rate-limit headers of an authenticated answer (decision 8). */
export function setRateHeaders(reply: FastifyReply, { rate }: Admitted): void {
  if (rate) reply.header('x-ratelimit-limit', rate.limit).header('x-ratelimit-remaining', rate.remaining)
}

/** Lets a request in that sends nothing: answers the sender, or undefined after having sent the refusal. */
export async function letIn(deps: HttpDeps, request: FastifyRequest, reply: FastifyReply): Promise<Sender | undefined> {
  const credential = bearerCredential(request)
  if (!credential) {
    sendRefusal(reply, missingKey)
    return undefined
  }
  const admitted = await deps.admission.submit({ credential, messages: [] })
  setRateHeaders(reply, admitted)
  if (admitted.sender) return admitted.sender
  sendRefusal(reply, admitted.refusal!)
  return undefined
}

/**
 * For errors met before the handler (a body that can't be read): the key is looked at first, because that is the order
 * of checks (decision 5), and the request counts. An error of the handler's own comes here too; its set was rolled back.
 */
export async function refuseAfterGate(
  deps: HttpDeps,
  credential: Credential,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const admitted = await deps.admission.submit({ credential, messages: [] })
  setRateHeaders(reply, admitted)
  return admitted.refusal ? sendRefusal(reply, admitted.refusal) : handleError(error, request, reply)
}
