// Verifies the signatures of reports. A signature that is too old is refused, because the request may be a replay.
import { createHmac, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { isSameText } from '../../../lib/same-text.ts'
import { HOUR, MINUTE } from '../../../limits.ts'
import type { InboundRequest } from '../../inbound.ts'
import { momentOf } from '../../moments.ts'

/** The age in milliseconds at which a signature is refused. */
const WINDOW = 5 * MINUTE
/** Mailgun repeats a report for eight hours. Its documentation does not state whether it signs the report again. */
const MAILGUN_WINDOW = 12 * HOUR
const MOST_SIGNATURES = 10

/**
 * Checks a signature of the Standard Webhooks (HMAC-SHA256). The header may contain several signatures, for example of
 * an old secret.
 */
export function hasStandardSignature({ headers, body, receivedAt }: InboundRequest, secret: string): boolean {
  const { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': signatures } = headers
  if (id === undefined || signatures === undefined || !isRecent(timestamp, receivedAt, WINDOW)) return false
  const hmac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
  const expected = `v1,${hmac.update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  return signatures.split(' ', MOST_SIGNATURES).some((signature) => isSameText(signature, expected))
}

/** Checks an ECDSA signature of the timestamp and the raw bytes of the body. `key` is a key in DER and base64. */
export function hasEcdsaSignature(
  { body, receivedAt }: InboundRequest,
  { timestamp, signature, key }: { timestamp: string | undefined; signature: string | undefined; key: string },
): boolean {
  const publicKey = ecdsaKeyOf(key)
  if (!publicKey || timestamp === undefined || !isRecent(timestamp, receivedAt, WINDOW)) return false
  return verify(
    'sha256',
    Buffer.concat([Buffer.from(timestamp), body]),
    publicKey,
    Buffer.from(signature ?? '', 'base64'),
  )
}

/** Returns the public key, or undefined if the text is not an ECDSA key in DER and base64. */
export function ecdsaKeyOf(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ec' ? key : undefined
  } catch {
    return undefined
  }
}

/** Checks Mailgun's signature (HMAC-SHA256) of a timestamp and a token. The signature does not cover the event. */
export function hasTokenSignature(
  { receivedAt }: InboundRequest,
  { timestamp, token, signature }: Record<'timestamp' | 'token' | 'signature', unknown>,
  key: string,
): boolean {
  if (typeof timestamp !== 'string' || typeof token !== 'string' || typeof signature !== 'string') return false
  if (!isRecent(timestamp, receivedAt, MAILGUN_WINDOW)) return false
  return isSameText(
    signature,
    createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex'),
  )
}

function isRecent(timestamp: string | undefined, receivedAt: Date, window: number): boolean {
  const signedAt = momentOf(timestamp, 'seconds')
  return signedAt !== undefined && Math.abs(receivedAt.getTime() - signedAt.getTime()) <= window
}
