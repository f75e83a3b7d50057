// One message to one browser: encrypted (RFC 8291), signed (RFC 8292), posted to its push service, the answer understood.
import webPush from 'web-push'
import { callProvider, excerpt, retryAfterOf } from '../../lib/provider-call.ts'
import { messageOf } from '../../lib/thrown.ts'
import { MINUTE, SECOND } from '../../limits.ts'
import type { Outcome } from '../contract.ts'
import { failureOf } from '../outcomes.ts'
import { settingsFix } from '../remedies.ts'
import { deviceProblems, type WebDevice } from './devices.ts'
import type { Vapid } from './settings.ts'
import { meaningOfWebAnswer } from './web-outcomes.ts'

export interface WebMessage {
  payload: string
  /** Seconds. */
  ttl: number
  urgency: 'low' | 'normal' | 'high'
  /** A newer message of the same topic takes the place of one that still waits. */
  topic: string
}

export interface Reach {
  signal: AbortSignal
  now: Date
  allowPrivateNetwork: boolean
}

/** Never throws for what a browser registered or a push service does. */
export async function sendToBrowser(
  device: WebDevice,
  message: WebMessage,
  vapid: Vapid,
  { signal, now, allowPrivateNetwork }: Reach,
): Promise<Outcome> {
  const request = requestFor(device, message, vapid)
  if ('unmade' in request) return request.unmade
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
      reason: `the push endpoint is not asked: it ${reply.reason}`,
      remedies: { final: 'Remove this device from the recipient: a real push service is on the public internet.' },
    }
  }
  return failureOf(provider, reply, {
    meaning: reply.kind === 'answer' ? meaningOfWebAnswer(provider, reply) : undefined,
    now,
    secrets: secretsOf(device),
    throttledFor: reply.kind === 'answer' && reply.status === 429 ? throttle(reply.headers, now) : undefined,
    // The endpoint is the recipient's word: what it says holds for nobody else.
    scope: 'recipient',
  })
}

function requestFor(
  device: WebDevice,
  { payload, ttl, urgency, topic }: WebMessage,
  vapid: Vapid,
): { headers: Record<string, string>; body: Buffer } | { unmade: Outcome } {
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
    if (!body) throw new Error('nothing was encrypted')
    return { headers: Object.fromEntries(texts), body }
  } catch (error) {
    return { unmade: unmade(device, messageOf(error)) }
  }
}

/** Only a subscription that is broken itself is removed; otherwise all of them would go for a fault of the settings. */
function unmade(device: WebDevice, message: string): Outcome {
  if (Object.keys(deviceProblems(device, true)).length > 0) {
    return {
      class: 'recipient_gone',
      code: 'subscription_unusable',
      reason: `nothing can be encrypted for the browser's subscription: ${message}`,
      remedies: { final: 'Have the browser subscribe again, and register it. Then resend the message.' },
    }
  }
  return {
    class: 'misconfigured',
    code: 'unsigned',
    reason: `the message can't be signed: ${message}`,
    remedies: settingsFix('Put vapid into the connection again: a subject that reaches you, and its keys.'),
  }
}

/** The host names the service; the rest of the endpoint is a secret. */
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
