// The body of a send or a batch, read without the database: in the main thread when it is small, else in a thread.
import type { ParsedMessage } from '../../admission/admit.ts'
import { parseSend } from '../../admission/parse.ts'
import { invalid } from '../../errors.ts'
import { lengths } from '../../limits.ts'

export interface SendOptions {
  /** The header Idempotency-Key. */
  idempotencyKey: string | undefined
  now: Date
  allowPrivateNetwork: boolean
}

/** A message whose shape is right, or what is wrong with it. `body`: any JSON value; undefined for a request without a body. */
export function readSend(body: unknown, { idempotencyKey, ...options }: SendOptions): ParsedMessage {
  if (idempotencyKey === undefined || !isObject(body)) return parseSend(body, options)
  const own = body.idempotency_key ?? idempotencyKey
  if (own !== idempotencyKey)
    return { refusal: invalid({ idempotency_key: ['differs from the Idempotency-Key header; send one of them'] }) }
  return parseSend({ ...body, idempotency_key: idempotencyKey }, options)
}

/** The messages of a batch, or what is wrong with its envelope. */
export type ReadBatch = { messages: ParsedMessage[] } | { problem: Record<string, string[]> }

export function readBatch(body: unknown, { idempotencyKey, ...options }: SendOptions): ReadBatch {
  if (idempotencyKey !== undefined)
    return { problem: { idempotency_key: ['give each message its own; a header for the whole batch has no meaning'] } }
  if (!isObject(body)) return { problem: { body: ['must be an object with messages'] } }
  const unknown = Object.keys(body).find((key) => key !== 'messages')
  if (unknown !== undefined) return { problem: { [unknown]: ['is not a known field; a batch holds messages'] } }
  const { messages } = body
  if (!Array.isArray(messages)) return { problem: { messages: ['is required and must be an array'] } }
  if (messages.length < 1 || messages.length > lengths.batch)
    return { problem: { messages: [`holds ${messages.length} messages; a batch takes 1 to ${lengths.batch}`] } }
  return { messages: messages.map((message) => parseSend(message, options)) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
