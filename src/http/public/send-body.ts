// Reads the bodies of send requests and batches. Small bodies are read in the main thread, and large bodies in another
// thread.
import type { FastifyRequest } from 'fastify'
import type { ParsedMessage } from '../../admission/admission-request.ts'
import { sizes } from '../../limits.ts'
import type { JsonBody } from '../body/json-body.ts'
import { structureOf } from '../body/json-refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ReadBatch, readBatch, readSend, type SendOptions } from './read-sends.ts'

/**
 * Contains a validated body. The parser of the route stores it in `request.body`. If the request has no body,
 * `request.body` is undefined, so the handler must check the type with `instanceof`.
 */
class Read<T> {
  readonly result: T
  constructor(result: T) {
    this.result = result
  }
}
class ReadOne extends Read<ParsedMessage> {}
class ReadMany extends Read<ReadBatch> {}

export interface SendBodies {
  /** The route option that reads one message. The handler gets the message from `offered`. */
  one: JsonBody
  /** The route option that reads a batch. The handler gets the batch from `batch`. */
  many: JsonBody
  offered(request: FastifyRequest): ParsedMessage
  batch(request: FastifyRequest): ReadBatch
}

export function sendBodies({ clock, config, threads }: HttpDeps): SendBodies {
  const optionsOf = ({ headers }: FastifyRequest): SendOptions => {
    const key = headers['idempotency-key']
    const idempotencyKey = typeof key === 'string' ? key : undefined
    return { idempotencyKey, now: clock.now(), allowPrivateNetwork: config.allowPrivateNetwork }
  }
  const ofOne = structureOf(sizes.values)
  const ofMany = structureOf(sizes.batchValues)
  return {
    one: {
      limits: ofOne,
      small: (value, request) => new ReadOne(readSend(value, optionsOf(request))),
      large: async (body, request) =>
        new ReadOne(await threads.send(body.blocks(), ofOne, optionsOf(request), body.clientGone)),
    },
    many: {
      limits: ofMany,
      small: (value, request) => new ReadMany(readBatch(value, optionsOf(request))),
      large: async (body, request) =>
        new ReadMany(await threads.batch(body.blocks(), ofMany, optionsOf(request), body.clientGone)),
    },
    offered: (request) =>
      request.body instanceof ReadOne ? request.body.result : readSend(request.body, optionsOf(request)),
    batch: (request) =>
      request.body instanceof ReadMany ? request.body.result : readBatch(request.body, optionsOf(request)),
  }
}
