// Did this come from the service, lately, and unchanged? For events, and for callbacks of buttons.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CallbackBody, EventBodies } from './api.ts'
import { type HeadersGiven, headerOf } from './headers.ts'
import { rawBody } from './raw-body.ts'

export interface VerifyOptions {
  /** Seconds that the timestamp may be off, either way; 300 when left out. */
  tolerance?: number
  /** The present, for tests. */
  now?: Date
}

export interface EventOptions extends VerifyOptions {
  /**
   * `standard` when left out: webhook-signature, which covers id, timestamp and body. `service`: X-Service-Signature, which
   * covers the body alone, for a proxy that lets no other header through. Who saw one request can then send it again with
   * another timestamp, so take each event once.
   */
  signature?: 'standard' | 'service'
}

export type EventName = keyof EventBodies

/** An event that is genuine; `name` decides the type of `event`. */
export type VerifiedEvent = {
  [Name in EventName]: {
    ok: true
    name: Name
    event: EventBodies[Name]
    /** The same on every attempt: take each once. */
    id: string
    /** Of the request. */
    timestamp: Date
    /** As a header says, which is not signed. */
    mode: 'live' | 'test'
    /** An example that a member sent to try this receiver, as the signed body says: nothing happened. */
    test: boolean
  }
}[EventName]

export interface VerifiedCallback {
  ok: true
  callback: CallbackBody
  /** The same on every attempt: take each once. */
  id: string
  timestamp: Date
  /** The number of the API key that signed. */
  keyId: string | null
}

export interface NotVerified {
  ok: false
  error: {
    /**
     * `parsed_body`, `bad_secret`: yours to mend. `missing_header`, `stale`, `wrong_signature`, `malformed_body`: answer 401
     * and do nothing.
     */
    code: 'parsed_body' | 'bad_secret' | 'missing_header' | 'stale' | 'wrong_signature' | 'malformed_body'
    message: string
  }
}

type Secrets = string | readonly string[]

/**
 * Verifies an event. `body`: the raw one, as text or bytes. `secrets`: the subscription's `whsec_…`; during a rotation old
 * and new. Never throws for anything that was received.
 */
export function verify(
  body: string | Uint8Array | ArrayBuffer,
  headers: HeadersGiven,
  secrets: Secrets | undefined,
  options: EventOptions = {},
): VerifiedEvent | NotVerified {
  const raw = rawBody(body)
  if ('message' in raw) return no('parsed_body', raw.message)
  const keys = keysOf(secrets, isEventSecret, 'The secret of a subscription is whsec_ and base64')
  if (typeof keys === 'string') return no('bad_secret', keys)
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
  if (!genuine) return no('wrong_signature', WRONG_EVENT)
  const event = objectOf(raw.bytes)
  const name = event?.event ?? event?.type
  if (!event || typeof name !== 'string') return no('malformed_body', 'The body is no event.')
  const mode = headerOf(headers, 'x-service-mode') === 'test' ? 'test' : 'live'
  const verified = { name, event, id, timestamp: new Date(Number(seconds) * 1000), mode, test: event.test === true }
  return { ok: true, ...verified } as unknown as VerifiedEvent
}

/**
 * Verifies a callback to an action's `callback_url`. `keys`: the source's API key; several while you replace one. Its
 * timestamp is not signed, as the contract has it: take each `id` once.
 */
export function verifyCallback(
  body: string | Uint8Array | ArrayBuffer,
  headers: HeadersGiven,
  keys: Secrets | undefined,
  options: VerifyOptions = {},
): VerifiedCallback | NotVerified {
  const raw = rawBody(body)
  if ('message' in raw) return no('parsed_body', raw.message)
  const known = keysOf(keys, isApiKey, 'A callback is signed with the API key of its source, svc_live_… or svc_test_…')
  if (typeof known === 'string') return no('bad_secret', known)
  const read = readHeaders(headers, SERVICE, options)
  if ('error' in read) return read
  const { id, seconds, signature } = read
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(signature)?.[1] ?? ''
  const macs = known.map((key) => hmac(key, [raw.bytes]))
  if (!anyMatch(macs, [Buffer.from(hex, 'hex')])) return no('wrong_signature', WRONG_CALLBACK)
  const callback = objectOf(raw.bytes) as CallbackBody | undefined
  if (typeof callback?.delivery_id !== 'number') return no('malformed_body', 'The body is no callback.')
  const keyId = headerOf(headers, 'x-service-key-id') ?? null
  return { ok: true, callback, id, timestamp: new Date(Number(seconds) * 1000), keyId }
}

const STANDARD = { id: 'webhook-id', timestamp: 'webhook-timestamp', signature: 'webhook-signature' }
const SERVICE = { id: 'x-service-delivery-id', timestamp: 'x-service-timestamp', signature: 'x-service-signature' }

const WRONG_EVENT =
  'The signature is not that of this body under this secret: the secret is of another subscription or was replaced, something on the way changed the body, or somebody else sent it.'
const WRONG_CALLBACK =
  'The signature is not that of this body under this key: the key is of another source or mode (X-Service-Key-Id says which one signed), something on the way changed the body, or somebody else sent it.'

function no(code: NotVerified['error']['code'], message: string): NotVerified {
  return { ok: false, error: { code, message } }
}

const isEventSecret = (secret: string) => /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(secret)
const isApiKey = (key: string) => key !== '' && !key.startsWith('whsec_')

/** The secrets, or a sentence about the one that can't be: an unset variable is the usual fault. */
function keysOf(hex: Secrets | undefined, isOne: (secret: string) => boolean, rule: string): string[] | string {
  const all: readonly unknown[] = Array.isArray(hex) ? hex : [hex]
  if (all.length === 0) return `${rule}: none was given.`
  const found = all.filter((secret): secret is string => typeof secret === 'string' && isOne(secret))
  if (found.length === all.length) return found
  const missing = all.some((secret) => secret === undefined || secret === '')
  return `${rule}: ${missing ? 'nothing was given; is the environment variable set?' : 'what was given is none.'}`
}

const base64Of = (secret: string) => Buffer.from(secret.slice('whsec_'.length), 'base64')

/** What is signed by which moment; refused when it is missing, doubled or not of these minutes. */
function readHeaders(
  headers: HeadersGiven,
  names: typeof STANDARD,
  { tolerance = 300, now }: VerifyOptions,
): { id: string; seconds: string; signature: string } | NotVerified {
  const [id, seconds, signature] = [names.id, names.timestamp, names.signature].map((name) => headerOf(headers, name))
  if (!id || !seconds || !signature)
    return no('missing_header', `${names.id}, ${names.timestamp} and ${names.signature} are needed, each once.`)
  const off = Math.abs((now?.getTime() ?? Date.now()) / 1000 - Number(seconds))
  if (!/^\d{1,12}$/.test(seconds) || !(off <= tolerance))
    return no('stale', `The request is not of the last ${tolerance} seconds: a repeated one, or a clock that is wrong.`)
  return { id, seconds, signature }
}

function hmac(key: string | Buffer, parts: (string | Uint8Array)[]): Buffer {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}

/** Compares each with each, to the end, so that the time it takes tells nothing. */
function anyMatch(expected: Buffer[], hex: Buffer[]): boolean {
  let found = false
  for (const mac of expected) {
    for (const one of hex) found = (one.length === mac.length && timingSafeEqual(one, mac)) || found
  }
  return found
}

// An event's fields are known only once it is parsed.
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
