// Code that all routes with an API key or trigger key share. It checks the key before the body is read, counts the
// request, and sets the rate-limit headers.
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Admitted } from '../../admission/admission-request.ts'
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
 * Checks the API key in the Authorization header before the body is read (decision 68). The key must have the scope
 * `scope`. If `sends` is true and the key is refused, the request is counted as a refused message.
 */
export function requireApiKey(deps: HttpDeps, scope: KeyScope, { sends = false } = {}): onRequestHookHandler {
  return requireKey(
    deps,
    (request) => {
      const hash = apiKeyHash(request)
      return hash === undefined ? undefined : { kind: 'api', hash, scope }
    },
    sends,
  )
}

/** The hash (hex) of the last API key on each connection. */
const lastHashes = new WeakMap<Socket, { authorization: string; hash: string }>()

/**
 * Returns the hash (hex) of the API key of a request, or undefined without a key. A client usually sends the same key
 * with all requests on a connection, so the key is hashed once for the connection.
 */
function apiKeyHash({ headers, raw: { socket } }: FastifyRequest): string | undefined {
  const { authorization } = headers
  const last = lastHashes.get(socket)
  if (last && last.authorization === authorization) return last.hash
  const key = bearerOf(headers)
  if (key === undefined || authorization === undefined) return undefined
  const hash = hashSecret(key).toString('hex')
  lastHashes.set(socket, { authorization, hash })
  return hash
}

/** Checks the trigger key in the path before the body is read. */
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
      // Count one message, because the body was not read and may contain any number of messages.
      if (sends) meters.refused.inc({ reason: refusal.code })
      sendRefusal(reply, wrongCredentials.refusalOf(request.ip, refusal))
    }, done)
  }
}

/** Returns the API key or trigger key that requireApiKey or requireTriggerKey has stored for the request. */
export function keyOf(request: FastifyRequest): KeyCredential {
  return requestValue(keys, request)
}

/** Sets the rate-limit headers of an authenticated request (decision 8). */
export function setRateHeaders(reply: FastifyReply, { rate }: Admitted): void {
  if (rate) reply.header('x-ratelimit-limit', rate.limit).header('x-ratelimit-remaining', rate.remaining)
}

/**
 * Authenticates and counts a request that sends no messages. Returns the sender. If the request is refused, sends the
 * error response and returns undefined.
 */
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
 * Responds to an error that was thrown after the check of the key, for example for an unreadable body. The request then
 * counts against the rate limit (decision 8). This also applies to errors of the handler: the rollback of the handler's
 * transaction removed the first count, so the request is counted again.
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
