// Compresses answers of the management API and pages of the portal.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** The size in bytes from which compression saves more than it costs. */
const SMALLEST = 1024
/** The quality of Brotli. Higher qualities take several times as long, and save only a few percent. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/**
 * Compresses the answers of all routes of this scope. Leaves streams, small answers and other content types unchanged.
 *
 * The length of a compressed answer depends on its content. A site that can make a browser send many requests, and that
 * can read their lengths on the network, could guess a secret in the answers (BREACH). Therefore an answer is compressed
 * only if no other site caused the request: the request has an `Authorization` header, or the browser states that the
 * request comes from this service or from the address bar.
 */
export function compressAnswers(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '')
    if (!/^(application\/(json|problem\+json)|text\/html)/.test(type)) return payload
    reply.header('vary', 'accept-encoding, sec-fetch-site')
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    const encoding = encodingOf(request)
    if (encoding === undefined || reply.hasHeader('content-encoding') || Buffer.byteLength(payload) < SMALLEST)
      return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return encoding === 'br' ? compressBrotli(payload, QUALITY) : compressGzip(payload)
  })
}

function encodingOf({ headers }: FastifyRequest): 'br' | 'gzip' | undefined {
  const site = String(headers['sec-fetch-site'] ?? '')
  if (headers.authorization === undefined && site !== 'same-origin' && site !== 'none') return undefined
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .map((one) => one.trim())
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
}
