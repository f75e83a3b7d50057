// Sends one message to one app through Firebase Cloud Messaging (HTTP v1).
import { callProvider, type ProviderReply, retryAfterOf } from '../../../lib/provider-call.ts'
import { MINUTE, SECOND } from '../../../limits.ts'
import type { Outcome } from '../../contract.ts'
import { baseOf } from '../../gateway.ts'
import { failureOf } from '../../outcomes.ts'
import type { Reach } from '../reach.ts'
import { type Fcm, FIREBASE } from '../settings.ts'
import { type FcmAnswer, fcmCode, isDeviceQuota, meaningOfFcm } from './outcomes.ts'
import type { FcmAccess } from './token.ts'

/**
 * Calls `messages:send`. If Firebase refuses the cached access token, repeats the call with a new token. Never throws.
 */
export async function postToFcm(
  fcm: Fcm,
  access: FcmAccess,
  body: object,
  secrets: string[],
  reach: Reach,
): Promise<Outcome> {
  for (let round = 1; ; round++) {
    const granted = await access.token(fcm.service_account, reach.now, reach.allowPrivateNetwork)
    if ('refused' in granted) return granted.refused
    const reply = await callProvider({
      url: `${baseOf(fcm, FIREBASE)}/v1/projects/${encodeURIComponent(fcm.service_account.project_id)}/messages:send`,
      headers: { authorization: `Bearer ${granted.token}` },
      body,
      signal: reach.signal,
      allowPrivateNetwork: reach.allowPrivateNetwork,
    })
    const stale = isStale(reply)
    if (stale) await access.forget(fcm.service_account, granted.token)
    if (!stale || round === 2) return outcomeOf(reply, [granted.token, ...secrets], reach.now)
  }
}

/**
 * Returns whether Firebase refused the access token. For a refused APNs or VAPID key, the status is also 401, but the
 * error code differs.
 */
function isStale(reply: ProviderReply): boolean {
  return reply.kind === 'answer' && reply.status === 401 && fcmCode(answerOf(reply)) !== 'THIRD_PARTY_AUTH_ERROR'
}

function outcomeOf(reply: ProviderReply, secrets: string[], now: Date): Outcome {
  const answer = answerOf(reply)
  if (reply.kind === 'answer' && reply.status < 300 && typeof answer.name === 'string') {
    return { class: 'sent', externalId: answer.name, providerStatus: String(reply.status) }
  }
  const failed = withErrorsStatus(reply, answer)
  const throttled = failed.kind === 'answer' && failed.status === 429
  return failureOf('Firebase', failed, {
    code: fcmCode(answer),
    meaning: meaningOfFcm(answer),
    now,
    secrets,
    throttledFor: throttled ? Math.max(retryAfterOf(failed.headers, now) ?? MINUTE, SECOND) : undefined,
    scope: isDeviceQuota(answer) ? 'recipient' : 'connection',
  })
}

function answerOf(reply: ProviderReply): FcmAnswer {
  const json = reply.kind === 'answer' ? reply.json : undefined
  return json !== null && typeof json === 'object' ? json : {}
}

/**
 * If the body contains an error, returns the reply with the status of this error. A gateway may send an error with the
 * HTTP status 200.
 */
function withErrorsStatus(reply: ProviderReply, { error }: FcmAnswer): ProviderReply {
  if (reply.kind !== 'answer' || reply.status >= 300 || !error) return reply
  return { ...reply, status: typeof error.code === 'number' ? error.code : 500 }
}
