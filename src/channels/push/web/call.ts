// Sends one message to one browser: encrypts it (RFC 8291), signs it (RFC 8292) and posts it to the push service.
import webPush from 'web-push'
import { callProvider, excerpt, retryAfterOf } from '../../../lib/provider-call.ts'
import { messageOf } from '../../../lib/thrown.ts'
import { MINUTE, SECOND } from '../../../limits.ts'
import type { Outcome } from '../../contract.ts'
import { failureOf } from '../../outcomes.ts'
import { settingsFix } from '../../remedies.ts'
import { deviceProblems, type WebDevice } from '../devices.ts'
import type { Reach } from '../reach.ts'
import type { Vapid } from '../settings.ts'
import { meaningOfWebAnswer } from './outcomes.ts'

export interface WebMessage {
  payload: string
  /** The time in seconds for which the push service stores the message. */
  ttl: number
  urgency: 'low' | 'normal' | 'high'
  /** If the push service still stores a message with this topic, the new message replaces it. */
  topic: string
}

/** Sends a message to one browser. Does not throw for an invalid registration or an error of a push service. */
export async function sendToBrowser(
  device: WebDevice,
  message: WebMessage,
  vapid: Vapid,
  { signal, now, allowPrivateNetwork }: Reach,
): Promise<Outcome> {
  const request = requestFor(device, message, vapid)
  if ('failed' in request) return request.failed
  const reply = await callProvider({ url: device.endpoint, ...request, signal, allowPrivateNetwork })
  const provider = serviceOf(device)
  if (reply.kind === 'answer' && reply.status >= 200 && reply.status < 300) {
    const location = [reply.headers.location].flat()[0]
    return {
      class: 'sent',
      externalId: location ?? null,
      providerStatus: String(reply.status),
      response: excerpt(reply.text, secretsOf(device)),
    }
  }
  if (reply.kind === 'unsafe') {
    return {
      class: 'permanent',
      code: 'endpoint_refused',
      reason: `the push endpoint is not permitted: it ${reply.reason}`,
      remedies: { final: 'Remove this device from the recipient. Real push services are on the public internet.' },
    }
  }
  return failureOf(provider, reply, {
    meaning: reply.kind === 'answer' ? meaningOfWebAnswer(provider, reply) : undefined,
    now,
    secrets: secretsOf(device),
    throttledFor: reply.kind === 'answer' && reply.status === 429 ? throttle(reply.headers, now) : undefined,
    // Throttle only this recipient: the recipient chooses the endpoint, so the endpoint must not affect other
    // recipients.
    scope: 'recipient',
  })
}

function requestFor(
  device: WebDevice,
  { payload, ttl, urgency, topic }: WebMessage,
  vapid: Vapid,
): { headers: Record<string, string>; body: Buffer } | { failed: Outcome } {
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint: device.endpoint, keys: device.keys },
      payload,
      {
        vapidDetails: { subject: vapid.subject, publicKey: vapid.public_key, privateKey: vapid.private_key },
        TTL: ttl,
        urgency,
        topic,
        contentEncoding: 'aes128gcm',
      },
    )
    const { 'Content-Length': _, ...rest } = headers
    const texts = Object.entries(rest).map(([name, value]): [string, string] => [name.toLowerCase(), String(value)])
    if (!body) throw new Error('the encryption returned no body')
    return { headers: Object.fromEntries(texts), body }
  } catch (error) {
    return { failed: requestFailure(device, messageOf(error)) }
  }
}

/**
 * Returns `recipient_gone` only if the subscription is invalid, because this outcome removes the subscription. For
 * example, an error in the settings must not remove the subscriptions of all browsers.
 */
function requestFailure(device: WebDevice, message: string): Outcome {
  if (Object.keys(deviceProblems(device, true)).length > 0) {
    return {
      class: 'recipient_gone',
      code: 'subscription_unusable',
      reason: `the message cannot be encrypted for the browser's subscription: ${message}`,
      remedies: { final: 'Subscribe the browser again, and register it. Then resend the message.' },
    }
  }
  return {
    class: 'misconfigured',
    code: 'unsigned',
    reason: `the message cannot be signed: ${message}`,
    remedies: settingsFix(
      'Set vapid of the connection again, with a contact address as the subject and with both keys.',
    ),
  }
}

/** Returns the endpoint's host. The rest of the endpoint is a secret. */
export function serviceOf({ endpoint }: WebDevice): string {
  return URL.canParse(endpoint) ? new URL(endpoint).host : 'the push service'
}

function secretsOf({ endpoint, keys }: WebDevice): string[] {
  const path = URL.canParse(endpoint) ? new URL(endpoint).pathname.slice(1) : ''
  return [endpoint, path.length > 8 ? path : '', keys.auth]
}

function throttle(headers: Record<string, string | string[] | undefined>, now: Date): number {
  return Math.max(retryAfterOf(headers, now) ?? MINUTE, SECOND)
}
