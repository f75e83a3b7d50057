// What every route with a key shares: the key of a request, checked before its body is read, the answer of admission, the rate headers.
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Admitted } from '../../admission/admit.ts'
import type { Sender } from '../../admission/entry.ts'
import type { KeyCredential } from '../../admission/gate.ts'
import type { Refusal } from '../../errors.ts'
import { fieldsOf } from '../../lib/json/json-fields.ts'
import { hashSecret } from '../../lib/seal.ts'
import { meters } from '../../meters.ts'
import type { KeyScope } from '../../workspaces/keys.ts'
import { bearerOf } from '../bearer.ts'
import type { HttpDeps } from '../deps.ts'
import { handleError, sendRefusal } from '../errors.ts'
import { requestValue } from '../request-value.ts'

const missingKey: Refusal = {
  code: 'missing_api_key',
  message: 'Send the API key as "Authorization: Bearer <API_KEY>".',
}

const keys = new WeakMap<FastifyRequest, KeyCredential>()

/**
 * The API key of the Authorization header has to be known before the body is read (decision 68). `scope`: what the
 * route takes. `sends`: the request is a send, and counted as one where its key is refused.
 */
export function requireApiKey(deps: HttpDeps, scope: KeyScope, { sends = false } = {}): onRequestHookHandler {
  return requireKey(
    deps,
    (request) => {
      const key = bearerOf(request.headers)
      return key === undefined ? undefined : { kind: 'api', hash: hashSecret(key).toString('hex'), scope }
    },
    sends,
  )
}

/** The same for the trigger key in the address. */
export function requireTriggerKey(deps: HttpDeps): onRequestHookHandler {
  return requireKey(
    deps,
    ({ params }) => ({ kind: 'trigger', hash: hashSecret(String(fieldsOf(params).webhook_key)).toString('hex') }),
    true,
  )
}

function requireKey(
  { admission, wrongCredentials }: HttpDeps,
  read: (request: FastifyRequest) => KeyCredential | undefined,
  sends: boolean,
): onRequestHookHandler {
  return (request, reply, done) => {
    const key = read(request)
    if (key === undefined) return void sendRefusal(reply, missingKey)
    keys.set(request, key)
    const { earlyKeys } = admission
    if (earlyKeys.isKnown(key)) return done()
    earlyKeys.read(key).then((refusal) => {
      if (refusal === undefined) return done()
      // How many messages an unread body holds is not known: it counts as one.
      if (sends) meters.refused.inc({ reason: refusal.code })
      sendRefusal(reply, wrongCredentials.refusalOf(request.ip, refusal))
    }, done)
  }
}

/** The key that requireApiKey or requireTriggerKey found. */
export function keyOf(request: FastifyRequest): KeyCredential {
  return requestValue(keys, request)
}

/** Sets the rate-limit headers of an authenticated answer (decision 8). */
export function setRateHeaders(reply: FastifyReply, { rate }: Admitted): void {
  if (rate) reply.header('x-ratelimit-limit', rate.limit).header('x-ratelimit-remaining', rate.remaining)
}

/** For a request that sends nothing: passes it through admission's gate and returns the sender, or undefined after sending the refusal. */
export async function requireSender(
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Sender | undefined> {
  const admitted = await deps.admission.submit({ credential: keyOf(request), messages: [] })
  setRateHeaders(reply, admitted)
  if (admitted.sender) return admitted.sender
  sendRefusal(reply, admitted.refusal)
  return undefined
}

/**
 * Answers an error met after the key was found and before the handler, such as a body that can't be read: the request
 * counts (decision 8). An error of the handler's own comes here too; its set was rolled back.
 */
export async function refuseAfterGate(
  deps: HttpDeps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const admitted = await deps.admission.submit({ credential: keyOf(request), messages: [] })
  setRateHeaders(reply, admitted)
  return admitted.refusal ? sendRefusal(reply, admitted.refusal) : handleError(error, request, reply)
}
