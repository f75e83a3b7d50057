// Verifies an event or a callback: checks that the service sent it, that it is recent, and that it is unchanged.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CallbackBody, EventBodies } from './api.ts'
import { type HeadersGiven, headerOf } from './headers.ts'
import { rawBody } from './raw-body.ts'

export interface VerifyOptions {
  /** Maximum difference between the timestamp and the current time, in seconds. Default: 300. */
  tolerance?: number
  /** Replaces the current time. Used by tests. */
  now?: Date
}

export interface EventOptions extends VerifyOptions {
  /**
   * Selects the signature to verify. `standard` is the default: it verifies the header webhook-signature, which covers
   * the id, the timestamp and the body. `service` verifies X-Service-Signature, which covers only the body. Use
   * `service` if a proxy removes the other header. With `service`, an attacker who has a copy of a request can send it
   * again with another timestamp. Therefore process each event only once.
   */
  signature?: 'standard' | 'service'
}

export type EventName = keyof EventBodies

/** A verified event. `name` determines the type of `event`. */
export type VerifiedEvent = {
  [Name in EventName]: {
    ok: true
    name: Name
    event: EventBodies[Name]
    /** The id of the event. It does not change between attempts. Process each id once. */
    id: string
    /** The time at which the service sent the request. */
    timestamp: Date
    /** The mode from a header of the request. The signature does not cover this header. */
    mode: 'live' | 'test'
    /** True for a test event that a member sent to this receiver. The signature covers this value. */
    test: boolean
  }
}[EventName]

export interface VerifiedCallback {
  ok: true
  callback: CallbackBody
  /** The id of the callback. It does not change between attempts. Process each id once. */
  id: string
  timestamp: Date
  /** The id of the API key that signed the callback. */
  keyId: string | null
}

export interface NotVerified {
  ok: false
  error: {
    /**
     * The codes `parsed_body` and `bad_secret` are errors of the receiver: correct its code or its settings. After all
     * other codes, respond with 401 and ignore the request.
     */
    code: 'parsed_body' | 'bad_secret' | 'missing_header' | 'stale' | 'wrong_signature' | 'malformed_body'
    message: string
  }
}

type Secrets = string | readonly string[]

/**
 * Verifies an event. No content of a request makes this function throw.
 * - `body` is the raw body, as text or bytes.
 * - `secrets` is the secret of the subscription (`whsec_…`). During a rotation, pass a list of the old and the new
 *   secret.
 */
export function verify(
  body: string | Uint8Array | ArrayBuffer,
  headers: HeadersGiven,
  secrets: Secrets | undefined,
  options: EventOptions = {},
): VerifiedEvent | NotVerified {
  const raw = rawBody(body)
  if ('message' in raw) return rejected('parsed_body', raw.message)
  const keys = keysOf(
    secrets,
    isEventSecret,
    'The secret of a subscription starts with whsec_ and continues with base64',
  )
  if (typeof keys === 'string') return rejected('bad_secret', keys)
  const standard = options.signature !== 'service'
  const names = standard ? STANDARD : SERVICE
  const read = readHeaders(headers, names, options)
  if ('error' in read) return read
  const { id, seconds, signature } = read
  const genuine = standard
    ? anyMatch(
        keys.map((key) => hmac(base64Of(key), [`${id}.${seconds}.`, raw.bytes])),
        signature.split(' ').flatMap((part) => (part.startsWith('v1,') ? [Buffer.from(part.slice(3), 'base64')] : [])),
      )
    : anyMatch(
        keys.map((key) => hmac(key, [raw.bytes])),
        [Buffer.from(signature, 'hex')],
      )
  if (!genuine) return rejected('wrong_signature', WRONG_EVENT)
  const event = objectOf(raw.bytes)
  const name = event?.event ?? event?.type
  if (!event || typeof name !== 'string') return rejected('malformed_body', 'The body is not an event.')
  const mode = headerOf(headers, 'x-service-mode') === 'test' ? 'test' : 'live'
  const verified = { name, event, id, timestamp: new Date(Number(seconds) * 1000), mode, test: event.test === true }
  return { ok: true, ...verified } as unknown as VerifiedEvent
}

/**
 * Verifies a callback, which is a request to the `callback_url` of an action. `keys` is the API key of the source.
 * While you replace the key, pass a list of the old and the new key. The signature does not cover the timestamp, so
 * process each `id` only once.
 */
export function verifyCallback(
  body: string | Uint8Array | ArrayBuffer,
  headers: HeadersGiven,
  keys: Secrets | undefined,
  options: VerifyOptions = {},
): VerifiedCallback | NotVerified {
  const raw = rawBody(body)
  if ('message' in raw) return rejected('parsed_body', raw.message)
  const known = keysOf(
    keys,
    isApiKey,
    'A callback is signed with the API key of its source, which starts with svc_live_ or svc_test_',
  )
  if (typeof known === 'string') return rejected('bad_secret', known)
  const read = readHeaders(headers, SERVICE, options)
  if ('error' in read) return read
  const { id, seconds, signature } = read
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(signature)?.[1] ?? ''
  const macs = known.map((key) => hmac(key, [raw.bytes]))
  if (!anyMatch(macs, [Buffer.from(hex, 'hex')])) return rejected('wrong_signature', WRONG_CALLBACK)
  const callback = objectOf(raw.bytes) as CallbackBody | undefined
  if (typeof callback?.delivery_id !== 'number') return rejected('malformed_body', 'The body is not a callback.')
  const keyId = headerOf(headers, 'x-service-key-id') ?? null
  return { ok: true, callback, id, timestamp: new Date(Number(seconds) * 1000), keyId }
}

const STANDARD = { id: 'webhook-id', timestamp: 'webhook-timestamp', signature: 'webhook-signature' }
const SERVICE = { id: 'x-service-delivery-id', timestamp: 'x-service-timestamp', signature: 'x-service-signature' }

const WRONG_EVENT =
  'The signature does not match the body and the secret. The secret belongs to another subscription or was replaced, a proxy changed the body, or the request is forged.'
const WRONG_CALLBACK =
  'The signature does not match the body and the key. The key belongs to another source or mode (X-Service-Key-Id contains the id of the key that signed), a proxy changed the body, or the request is forged.'

function rejected(code: NotVerified['error']['code'], message: string): NotVerified {
  return { ok: false, error: { code, message } }
}

const isEventSecret = (secret: string) => /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(secret)
const isApiKey = (key: string) => key !== '' && !key.startsWith('whsec_')

/**
 * Returns the secrets as a list. If a secret is invalid, returns a message. A secret is usually invalid because an
 * environment variable is not set.
 */
function keysOf(given: Secrets | undefined, isValid: (secret: string) => boolean, rule: string): string[] | string {
  const all: readonly unknown[] = Array.isArray(given) ? given : [given]
  if (all.length === 0) return `${rule}. No value was given.`
  const found = all.filter((secret): secret is string => typeof secret === 'string' && isValid(secret))
  if (found.length === all.length) return found
  const missing = all.some((secret) => secret === undefined || secret === '')
  return `${rule}. ${missing ? 'No value was given: check that the environment variable is set.' : 'The given value does not match this format.'}`
}

const base64Of = (secret: string) => Buffer.from(secret.slice('whsec_'.length), 'base64')

/**
 * Reads the headers of the signature. Rejects a request if a header is missing or repeated, or if the timestamp is
 * outside the tolerance.
 */
function readHeaders(
  headers: HeadersGiven,
  names: typeof STANDARD,
  { tolerance = 300, now }: VerifyOptions,
): { id: string; seconds: string; signature: string } | NotVerified {
  const [id, seconds, signature] = [names.id, names.timestamp, names.signature].map((name) => headerOf(headers, name))
  if (!id || !seconds || !signature)
    return rejected(
      'missing_header',
      `The request must have the headers ${names.id}, ${names.timestamp} and ${names.signature}, each once.`,
    )
  const difference = Math.abs((now?.getTime() ?? Date.now()) / 1000 - Number(seconds))
  if (!/^\d{1,12}$/.test(seconds) || !(difference <= tolerance))
    return rejected(
      'stale',
      `The timestamp differs from this machine's clock by more than ${tolerance} seconds: the request was repeated, or a clock is wrong.`,
    )
  return { id, seconds, signature }
}

function hmac(key: string | Buffer, parts: (string | Uint8Array)[]): Buffer {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}

/**
 * Compares every expected signature with every received signature. The duration does not depend on the bytes of the
 * signatures, so it reveals nothing about the expected signatures.
 */
function anyMatch(expected: Buffer[], received: Buffer[]): boolean {
  let found = false
  for (const mac of expected) {
    for (const signature of received)
      found = (signature.length === mac.length && timingSafeEqual(signature, mac)) || found
  }
  return found
}

/** Returns the JSON object in the body. Returns undefined if the body contains no JSON object. */
function objectOf(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
