// Signs events and callbacks. Events have our own headers and those of Standard Webhooks (decision 21).
import { createHmac, randomBytes } from 'node:crypto'
import { brand } from '../brand.ts'

const PREFIX = 'whsec_'
const serviceHeader = (name: string) => brand.headerPrefix + name
const SECRET_BYTES = 32

/** The secret that signs events. During the overlap of a rotation, the previous secret signs them too. */
export interface SigningSecrets {
  current: string
  previous?: string
}

export interface Signed {
  wireId: string
  event: string
  mode: 'live' | 'test'
  body: string
  /** The moment of the request. */
  at: Date
}

/** Returns a new secret in the format of Standard Webhooks: `whsec_` and standard base64. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** Returns whether the text is a secret of 24 to 64 bytes, as Standard Webhooks requires. */
export function isSecret(text: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)) return false
  const { length } = keyOf(text)
  return length >= 24 && length <= 64
}

/**
 * Returns the headers of an event. The key of X-Service-Signature is the whole text `whsec_…`; the key of
 * webhook-signature is the decoded base64. During a rotation, X-Service-Signature uses the previous secret and
 * webhook-signature has a signature for each secret, so a receiver with only one of them can verify the event.
 */
export function eventHeaders(
  secrets: SigningSecrets,
  { wireId, event, mode, body, at }: Signed,
): Record<string, string> {
  const { current, previous } = secrets
  const timestamp = unixSeconds(at)
  const content = `${wireId}.${timestamp}.${body}`
  const signatures = [current, ...(previous === undefined ? [] : [previous])].map(
    (secret) => `v1,${createHmac('sha256', keyOf(secret)).update(content).digest('base64')}`,
  )
  return {
    ...COMMON,
    [serviceHeader('Signature')]: hexMac(previous ?? current, body),
    [serviceHeader('Event')]: event,
    [serviceHeader('Delivery-Id')]: wireId,
    [serviceHeader('Timestamp')]: timestamp,
    [serviceHeader('Mode')]: mode,
    'webhook-id': wireId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/**
 * Returns the headers of a callback (decision 26). An API key signs a callback. The header webhook-signature is absent,
 * because it requires a `whsec_` secret.
 */
export function callbackHeaders(
  key: { id: number; text: string },
  { wireId, body, at }: Signed,
): Record<string, string> {
  return {
    ...COMMON,
    [serviceHeader('Signature')]: `sha256=${hexMac(key.text, body)}`,
    [serviceHeader('Timestamp')]: unixSeconds(at),
    [serviceHeader('Delivery-Id')]: wireId,
    [serviceHeader('Key-Id')]: String(key.id),
  }
}

const COMMON = { 'Content-Type': 'application/json', 'User-Agent': brand.name }

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64')
}

function hexMac(key: string, body: string): string {
  return createHmac('sha256', key).update(body).digest('hex')
}

function unixSeconds(at: Date): string {
  return String(Math.floor(at.getTime() / 1000))
}
