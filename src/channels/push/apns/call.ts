// Sends one message to one app through Apple's push service, over HTTP/2.
import { hash } from 'node:crypto'
import { createHttp2Pool } from '../../../lib/http2-fetch.ts'
import { fieldsOf } from '../../../lib/json/json-fields.ts'
import { callProvider, type ProviderReply, retryAfterOf } from '../../../lib/provider-call.ts'
import { MINUTE, SECOND } from '../../../limits.ts'
import type { Outcome } from '../../contract.ts'
import { baseOf } from '../../gateway.ts'
import { failureOf } from '../../outcomes.ts'
import type { ApnsDevice } from '../devices.ts'
import type { Reach } from '../reach.ts'
import { APPLE, type Apns } from '../settings.ts'
import { type ApnsAnswer, meaningOfApns } from './outcomes.ts'
import { createApnsTokens } from './token.ts'

export interface ApnsMessage {
  payload: object
  priority: 'low' | 'normal' | 'high'
  /** The time in seconds for which Apple stores the message. */
  ttl: number
  /** A newer notification with the same tag replaces an older one on the device. */
  tag: string
}

/** Sends a message to one device. Never throws. */
export type SendToApple = (device: ApnsDevice, message: ApnsMessage, apns: Apns, reach: Reach) => Promise<Outcome>

/**
 * Creates a sender, which keeps tokens and sessions. Each key has a separate session, because Apple refuses different
 * keys on one session. If Apple refuses a token as expired, the sender repeats the call with a new token.
 */
export function createAppleSender(): SendToApple {
  const tokens = createApnsTokens()
  const sessions = createHttp2Pool()
  return async (device, message, apns, reach) => {
    const fetch = sessions(sessionName(apns))
    for (let round = 1; ; round++) {
      const token = await tokens.token(apns, reach.now)
      const reply = await callProvider({
        url: `${hostFor(device, apns)}/3/device/${encodeURIComponent(device.token)}`,
        headers: { authorization: `bearer ${token}`, ...headersOf(message, apns, reach.now) },
        body: message.payload,
        signal: reach.signal,
        allowPrivateNetwork: reach.allowPrivateNetwork,
        fetch,
      })
      const isExpired = reply.kind === 'answer' && answerOf(reply).reason === 'ExpiredProviderToken'
      if (isExpired) await tokens.forget(apns, token)
      if (!isExpired || round === 2) return outcomeOf(reply, device, [token, device.token], reach.now)
    }
  }
}

function sessionName({ key, key_id, team_id }: Apns): string {
  return hash('sha256', JSON.stringify([team_id, key_id, key]), 'base64url')
}

function hostFor(device: ApnsDevice, apns: Apns): string {
  return baseOf(apns, APPLE[device.environment ?? apns.environment ?? 'production'])
}

function headersOf({ priority, ttl, tag }: ApnsMessage, { bundle_id }: Apns, now: Date): Record<string, string> {
  return {
    'apns-topic': bundle_id,
    'apns-push-type': 'alert',
    'apns-priority': priority === 'high' ? '10' : '5',
    // 0 means that Apple does not store the message for a device that is offline.
    'apns-expiration': ttl === 0 ? '0' : String(Math.floor(now.getTime() / SECOND) + ttl),
    'apns-collapse-id': tag,
  }
}

/** Apple answers an accepted message with an empty body and an id in a header. */
function outcomeOf(reply: ProviderReply, device: ApnsDevice, secrets: string[], now: Date): Outcome {
  const id = reply.kind === 'answer' ? [reply.headers['apns-id']].flat()[0] : undefined
  if (reply.kind === 'answer' && reply.status === 200 && id !== undefined && reply.text === '')
    return { class: 'sent', externalId: id, providerStatus: '200' }
  const answer = answerOf(reply)
  const code = typeof answer.reason === 'string' ? answer.reason : undefined
  const isThrottled = reply.kind === 'answer' && reply.status === 429
  const failure = failureOf('Apple', reply, {
    code,
    meaning: reply.kind === 'answer' ? meaningOfApns(answer, reply.status, new Date(device.registered_at)) : undefined,
    now,
    secrets,
    throttledFor: isThrottled ? Math.max(retryAfterOf(reply.headers, now) ?? MINUTE, SECOND) : undefined,
    scope: code === 'TooManyRequests' ? 'recipient' : 'connection',
  })
  // Only the status 410 removes the device. A wrong setting may cause the other refusals of a token, and must not
  // remove the devices of all recipients.
  const isRemoved = reply.kind === 'answer' && reply.status === 410
  return failure.class === 'recipient_gone' && !isRemoved ? { ...failure, goneDevices: [] } : failure
}

function answerOf(reply: ProviderReply): ApnsAnswer {
  return fieldsOf(reply.kind === 'answer' ? reply.json : undefined)
}
