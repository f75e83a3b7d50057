// Parses the bodies of inbound webhooks.
import { exceededStructure } from '../lib/json/json-structure.ts'
import { mayBeUnstorable, storable } from '../lib/json/json-text.ts'
import { sizes } from '../limits.ts'
import type { ConnectionSettings, InboundBody, InboundEvent, InboundRequest, Receiver } from './inbound.ts'

const LIMITS = { values: sizes.inboundValues, depth: 1000 }

/**
 * Returns the value of a JSON body, or undefined if the body is not JSON, has too many values or is nested too deeply.
 * Replaces characters that the database cannot store. Ignores the content type, because some providers post JSON with
 * another content type.
 */
export function parseJsonBody({ bytes }: InboundBody): unknown {
  if (exceededStructure(bytes, LIMITS) !== undefined) return undefined
  const text = bytes.toString('utf8')
  try {
    const value: unknown = JSON.parse(text)
    return mayBeUnstorable(text) ? storable(value) : value
  } catch {
    return undefined
  }
}

const FORM = /^application\/x-www-form-urlencoded(;|$)/i

/**
 * Returns the fields of a form (application/x-www-form-urlencoded), or undefined if the body has a different content
 * type or too many fields. If a name occurs more than once, the last field counts. Replaces characters that the
 * database cannot store.
 */
export function parseFormBody({ bytes, contentType }: InboundBody): Record<string, string> | undefined {
  if (!FORM.test(contentType ?? '')) return undefined
  const text = bytes.toString('utf8')
  if (text.split('&', sizes.inboundValues + 1).length > sizes.inboundValues) return undefined
  const fields = Object.fromEntries(new URLSearchParams(text))
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [storableText(name), storableText(value)]))
}

const storableText = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Returns the query of a GET request as a form. Returns the body of any other request. */
export function bodyOrQuery({ method, body, search, headers }: InboundRequest): InboundBody {
  return method === 'GET'
    ? { bytes: Buffer.from(search.slice(1)), contentType: FORM_TYPE }
    : { bytes: body, contentType: headers['content-type'] }
}

/**
 * Returns a form with the fields of the body and of the query. If both contain the same field, the value in the query
 * counts.
 */
export function bodyAndQuery(request: InboundRequest): InboundBody {
  const { method, body, search } = request
  if (method === 'GET' || search === '') return bodyOrQuery(request)
  return { ...bodyOrQuery(request), bytes: Buffer.concat([body, Buffer.from(`&${search.slice(1)}`)]) }
}

/**
 * The data that identifies a repeated inbound webhook. `readable` states whether the body has the provider's format.
 * The request and its repeats have the same `key`. If there is no key, the bytes of the body are compared.
 */
export interface RepeatKey {
  readable: boolean
  key?: string | undefined
}

export function readRepeatKey(
  receiver: Receiver,
  body: InboundBody,
  settings: ConnectionSettings,
  receivedAt: Date,
): RepeatKey {
  const parsed = receiver.parse(body)
  return {
    readable: parsed !== undefined,
    key: parsed === undefined ? undefined : receiver.repeatKey?.(parsed, settings, receivedAt),
  }
}

export function readInboundEvents(
  receiver: Receiver,
  body: InboundBody,
  settings: ConnectionSettings,
  receivedAt: Date,
): InboundEvent[] {
  return receiver.read(receiver.parse(body), settings, receivedAt)
}
