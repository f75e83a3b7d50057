// How receivers read the bodies of providers' requests, before anything is known about their meaning.
import { exceededStructure } from '../lib/json/json-structure.ts'
import { mayBeUnstorable, storable } from '../lib/json/json-text.ts'
import { sizes } from '../limits.ts'
import type { ConnectionSettings, InboundBody, InboundEvent, Receiver } from './inbound.ts'

const LIMITS = { values: sizes.inboundValues, depth: 1000 }

/**
 * Returns the value of a JSON body, with characters replaced that no database keeps; undefined when it is no JSON or holds
 * too many values. Providers that post JSON do not all say so in the content type.
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
 * Returns the fields of a form (application/x-www-form-urlencoded), the last one of a name, with characters replaced that no
 * database keeps; undefined for a body of another type or with too many fields.
 */
export function parseFormBody({ bytes, contentType }: InboundBody): Record<string, string> | undefined {
  if (!FORM.test(contentType ?? '')) return undefined
  const text = bytes.toString('utf8')
  if (text.split('&', sizes.inboundValues + 1).length > sizes.inboundValues) return undefined
  const fields = Object.fromEntries(new URLSearchParams(text))
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [keepableText(name), keepableText(value)]))
}

const keepableText = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

/** `readable` is false for a body that the provider does not send; `key`: what tells its repeats, where not its bytes. */
export interface RepeatKey {
  readable: boolean
  key?: string | undefined
}

export function readRepeatKey(receiver: Receiver, body: InboundBody, settings: ConnectionSettings): RepeatKey {
  const parsed = receiver.parse(body)
  return {
    readable: parsed !== undefined,
    key: parsed === undefined ? undefined : receiver.repeatKey?.(parsed, settings),
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
