// Reads the bytes of a body. Enforces the route's size limit and the minimum speed. A large body is collected in blocks
// for another thread.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bodyWork } from '../../limits.ts'
import { type BodyPace, createBodyPace, type PaceLimits } from './body-pace.ts'
import { tooLarge } from './body-size.ts'
import { type BodyMemory, createBodyMemory, createLargeBody, type LargeBody } from './large-body.ts'
import { UnreadableBody } from './unreadable-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The large body of this request, or null. Its memory is returned to the budget after the response. */
    largeBody: LargeBody | null
  }
}

export type ReadBody = { bytes: Buffer; large?: never } | { large: LargeBody; bytes?: never }

/** Reads the body of a request. Calls `done` exactly once, with the body or with an error. */
export type BodyReader = (request: FastifyRequest, done: (error: Error | null, body?: ReadBody) => void) => void

/** Creates the function that reads the bodies of all requests to a server. Its timer stops when the server closes. */
export function createBodyReader(app: FastifyInstance, pace: PaceLimits, memory = createBodyMemory()): BodyReader {
  const tools = { pace: createBodyPace(pace), memory }
  app.decorateRequest('largeBody', null)
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.largeBody?.finishWork()
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    request.largeBody?.release()
    done()
  })
  app.addHook('onClose', async () => tools.pace.stop())
  return (request, done) => readBody(tools, request, request.routeOptions.bodyLimit, done)
}

interface Tools {
  pace: BodyPace
  memory: BodyMemory
}

function readBody(tools: Tools, request: FastifyRequest, limit: number, done: Parameters<BodyReader>[1]): void {
  const { raw } = request
  if (Number(raw.headers['content-length']) > limit) {
    done(new UnreadableBody(tooLarge(limit)))
    return
  }
  let chunks: Buffer[] = []
  let large: LargeBody | undefined

  const finish = (error: Error | null, body?: ReadBody) => {
    receiving.end()
    raw.off('data', onData).off('end', onEnd).off('error', onError)
    done(error, body)
  }
  const onData = (chunk: Buffer) => {
    receiving.received += chunk.length
    if (receiving.received > limit) finish(new UnreadableBody(tooLarge(limit)))
    else if (large === undefined && receiving.received <= bodyWork.inThread) chunks.push(chunk)
    else {
      large ??= request.largeBody = createLargeBody(tools.memory, raw.socket)
      const fits = [...chunks, chunk].every((part) => large?.add(part))
      chunks = []
      if (!fits) finish(new UnreadableBody(noMemory))
    }
  }
  const onEnd = () => {
    large?.handOver()
    finish(null, large ? { large } : { bytes: Buffer.concat(chunks) })
  }
  const onError = (error: Error) => finish(Object.assign(error, { statusCode: 400 }))
  const receiving = tools.pace.begin(() => finish(new UnreadableBody(tooSlow)))
  raw.on('data', onData).on('end', onEnd).on('error', onError)
}

const noMemory = {
  code: 'unavailable',
  message: 'Too many large requests are being read at the moment. Send the request again in a few seconds.',
  retryAfter: 5,
} as const

const tooSlow = {
  code: 'request_timeout',
  message: 'The body arrived too slowly. Send the request again.',
} as const
