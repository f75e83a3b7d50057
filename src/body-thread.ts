// Entry of the thread that parses, validates and decodes large bodies.
import type { ParsedMessage } from './admission/admission-request.ts'
import type { InboundBody } from './channels/inbound.ts'
import { readInboundEvents, readRepeatKey } from './channels/inbound-bodies.ts'
import { providerOf } from './channels/providers.ts'
import type { BodyTask } from './http/body/body-tasks.ts'
import { jsonRefusal } from './http/body/json-refusal.ts'
import { readBatch, readSend } from './http/public/read-sends.ts'
import { parseJson } from './lib/json/json-parse.ts'
import { type AnswerPart, answerTasks } from './lib/scheduling/thread-messages.ts'

/** Maximum number of inbound events in one message to the main thread. */
const EVENTS_PER_PIECE = 200

answerTasks<BodyTask>((task) => {
  switch (task.kind) {
    case 'json':
    case 'send':
    case 'batch':
      return parsed(task)
    case 'repeatKey': {
      const { receiver } = providerOf(task.from.channel, task.from.provider)
      return [
        {
          piece: receiver ? readRepeatKey(receiver, bodyOf(task), task.settings, task.receivedAt) : { readable: false },
        },
      ]
    }
    case 'inboundEvents': {
      const { receiver } = providerOf(task.from.channel, task.from.provider)
      const events = receiver ? readInboundEvents(receiver, bodyOf(task), task.settings, task.receivedAt) : []
      const starts = Array.from(
        { length: Math.max(1, Math.ceil(events.length / EVENTS_PER_PIECE)) },
        (_, at) => at * EVENTS_PER_PIECE,
      )
      return starts.map((at) => ({ piece: events.slice(at, at + EVENTS_PER_PIECE) }))
    }
  }
})

/** Converts the body's Uint8Array back to a Buffer, because a message between threads loses the Buffer type. */
function bodyOf({ body: { bytes, contentType } }: Extract<BodyTask, { body: unknown }>): InboundBody {
  return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), contentType }
}

/**
 * Returns the pieces of the answer. An invalid body has one piece, `{ refusal }`. A valid batch has a piece for its
 * envelope, then one piece per message.
 */
function parsed(task: Extract<BodyTask, { blocks: unknown }>): AnswerPart[] {
  const read = parseJson(Buffer.concat(task.blocks), task.limits)
  if (!('value' in read)) return [{ piece: { refusal: jsonRefusal(read, task.limits) } }]
  if (task.kind === 'json') return [{ piece: { value: read.value } }]
  if (task.kind === 'send') return [pieceOf(readSend(read.value, task.options))]
  const batch = readBatch(read.value, task.options)
  return 'problem' in batch ? [{ piece: batch }] : [{ piece: {} }, ...batch.messages.map(pieceOf)]
}

/**
 * Returns a message as a piece of the answer, and transfers the bytes of its attachments. The bytes of a short
 * attachment are in Node's shared buffer pool, which cannot be transferred, so they are copied first.
 */
function pieceOf(offered: ParsedMessage): AnswerPart {
  if ('refusal' in offered) return { piece: { offered } }
  const attachments = offered.parsed.attachments.map(({ bytes, ...attachment }) =>
    bytes
      ? { ...attachment, bytes: bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes) }
      : attachment,
  )
  const transfer = attachments.flatMap((attachment) =>
    'bytes' in attachment && attachment.bytes.buffer instanceof ArrayBuffer ? [attachment.bytes.buffer] : [],
  )
  return { piece: { offered: { parsed: { ...offered.parsed, attachments } } }, transfer }
}
