// How what we send is signed: the house headers, and beside them the Standard Webhooks trio for events (decision 21).
import { createHmac, randomBytes } from 'node:crypto'
import { brand } from '../brand.ts'

const PREFIX = 'whsec_'
const serviceHeader = (name: string) => brand.headerPrefix + name
const SECRET_BYTES = 32

/** What signs an event, and what signed before a rotation for as long as the overlap lasts. */
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

/** `whsec_` and standard base64, as Standard Webhooks has it. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** Of 24 to 64 bytes, as Standard Webhooks has it. */
export function isSecret(text: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)) return false
  const { length } = keyOf(text)
  return length >= 24 && length <= 64
}

/**
 * An event's headers. X-Service-Signature is keyed with the whole text `whsec_…`, webhook-signature with the bytes that
 * its base64 stands for. A receiver that knows one secret alone stays right during a rotation: X-Service-Signature is
 * the previous secret's, webhook-signature carries both.
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

/** A callback's headers (decision 26): an API key is no `whsec_`, so the trio is absent. */
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
