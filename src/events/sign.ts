// Signs events and callbacks. An event has the service's signature headers and the headers of Standard Webhooks
// (decision 21).
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { brand } from '../brand.ts'

const PREFIX = 'whsec_'
const serviceHeader = (name: string) => brand.headerPrefix + name
const SIGNATURE = serviceHeader('Signature')
const EVENT = serviceHeader('Event')
const DELIVERY_ID = serviceHeader('Delivery-Id')
const TIMESTAMP = serviceHeader('Timestamp')
const MODE = serviceHeader('Mode')
const KEY_ID = serviceHeader('Key-Id')
const STANDARD_SIGNATURE = 'webhook-signature'
const SECRET_HEADERS = [SIGNATURE, STANDARD_SIGNATURE, KEY_ID]
const SECRET_BYTES = 32

/** The secrets that sign events. For some time after a rotation, the previous secret signs them too. */
export interface SigningSecrets {
  current: string
  previous?: string
}

export interface Signed {
  wireId: string
  event: string
  mode: 'live' | 'test'
  body: string
  /** The time of the request. */
  at: Date
}

/** Returns a new secret in the format of Standard Webhooks: `whsec_`, followed by base64 text. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** Returns whether the text is a secret of 24 to 64 bytes, as Standard Webhooks requires. */
export function isSecret(text: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)) return false
  const { length } = keyOf(text)
  return length >= 24 && length <= 64
}

/** Returns the headers of an event. See `createEventSigner`. */
export function eventHeaders(secrets: SigningSecrets, signed: Signed): Record<string, string> {
  return createEventSigner(secrets)(signed)
}

/**
 * Returns a function that computes the headers of an event. X-Service-Signature is computed with the whole text
 * `whsec_…` as the key. webhook-signature is computed with the decoded base64 as the key. After a rotation,
 * X-Service-Signature uses the previous secret, and webhook-signature contains one signature for each secret. A receiver
 * that knows only one of the two secrets can therefore verify the event.
 */
export function createEventSigner({ current, previous }: SigningSecrets): (signed: Signed) => Record<string, string> {
  const serviceKey = textKey(previous ?? current)
  const keys = [current, ...(previous === undefined ? [] : [previous])].map((secret) => createSecretKey(keyOf(secret)))
  return (signed) => {
    const { wireId, body, at } = signed
    const content = `${wireId}.${unixSeconds(at)}.${body}`
    return {
      ...plainEventHeaders(signed),
      [SIGNATURE]: hexMac(serviceKey, body),
      [STANDARD_SIGNATURE]: keys
        .map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`)
        .join(' '),
    }
  }
}

/** Returns the headers of an event that do not depend on a secret. */
export function plainEventHeaders({ wireId, event, mode, at }: Omit<Signed, 'body'>): Record<string, string> {
  const timestamp = unixSeconds(at)
  return {
    ...COMMON,
    [EVENT]: event,
    [DELIVERY_ID]: wireId,
    [TIMESTAMP]: timestamp,
    [MODE]: mode,
    'webhook-id': wireId,
    'webhook-timestamp': timestamp,
  }
}

/** Returns the headers of a callback that do not depend on a secret. */
export function plainCallbackHeaders({ wireId, at }: Pick<Signed, 'wireId' | 'at'>): Record<string, string> {
  return { ...COMMON, [TIMESTAMP]: unixSeconds(at), [DELIVERY_ID]: wireId }
}

/** Returns only the headers that depend on a secret: the signatures, and the id of the key. */
export function secretHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => SECRET_HEADERS.includes(name)))
}

/**
 * Returns the headers of a callback, which is signed with an API key (decision 26). The header webhook-signature is
 * absent, because it requires a secret that begins with `whsec_`.
 */
export function callbackHeaders(
  key: { id: number; text: string },
  { wireId, body, at }: Signed,
): Record<string, string> {
  return {
    ...plainCallbackHeaders({ wireId, at }),
    [SIGNATURE]: `sha256=${hexMac(textKey(key.text), body)}`,
    [KEY_ID]: String(key.id),
  }
}

const COMMON = { 'Content-Type': 'application/json', 'User-Agent': brand.name }

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64')
}

function textKey(text: string): KeyObject {
  return createSecretKey(text, 'utf8')
}

function hexMac(key: KeyObject, body: string): string {
  return createHmac('sha256', key).update(body).digest('hex')
}

function unixSeconds(at: Date): string {
  return String(Math.floor(at.getTime() / 1000))
}
