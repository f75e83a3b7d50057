// Validates the body of a send request or batch without the database. This code runs in the main thread, and for a
// large body in another thread.
import type { ParsedMessage } from '../../admission/admission-request.ts'
import { parseSend } from '../../admission/parse.ts'
import { invalid } from '../../errors.ts'
import { lengths } from '../../limits.ts'

export interface SendOptions {
  /** The value of the header Idempotency-Key. */
  idempotencyKey: string | undefined
  now: Date
  allowPrivateNetwork: boolean
}

/** Validates a send request. `body` is any JSON value, or undefined if the request has no body. */
export function readSend(body: unknown, { idempotencyKey, ...options }: SendOptions): ParsedMessage {
  if (idempotencyKey === undefined || !isObject(body)) return parseSend(body, options)
  const own = body.idempotency_key ?? idempotencyKey
  if (own !== idempotencyKey)
    return { refusal: invalid({ idempotency_key: ['differs from the Idempotency-Key header; send only one of them'] }) }
  return parseSend({ ...body, idempotency_key: idempotencyKey }, options)
}

/** The messages of a batch, or the problems of the batch itself, by field. */
export type ReadBatch = { messages: ParsedMessage[] } | { problem: Record<string, string[]> }

export function readBatch(body: unknown, { idempotencyKey, ...options }: SendOptions): ReadBatch {
  if (idempotencyKey !== undefined)
    return { problem: { idempotency_key: ['must be set in each message; a batch does not accept the header'] } }
  if (!isObject(body)) return { problem: { body: ['must be an object with messages'] } }
  const unknown = Object.keys(body).find((key) => key !== 'messages')
  if (unknown !== undefined) return { problem: { [unknown]: ['is not a known field; a batch has only messages'] } }
  const { messages } = body
  if (!Array.isArray(messages)) return { problem: { messages: ['is required and must be an array'] } }
  if (messages.length < 1 || messages.length > lengths.batch)
    return { problem: { messages: [`has ${messages.length} messages; a batch accepts 1 to ${lengths.batch}`] } }
  return { messages: messages.map((message) => parseSend(message, options)) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
