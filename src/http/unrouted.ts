// Requests that reach no route, because nothing is there or they can't be read: refused in the contract's shape all the same.

import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorStatus, type Refusal } from '../errors.ts'
import { errorBody, sendRefusal } from './errors.ts'

/**
 * A known address asked with another method is 405 with the methods it has, any other 404. `routes`: addresses as they were
 * given to the router, with their methods; looked through only for requests that it had no route for.
 */
export function refuseUnrouted(app: FastifyInstance, routes: ReadonlyMap<string, ReadonlySet<string>>): void {
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(routes, request.url)
    if (methods === undefined) return sendRefusal(reply, nothingAt(request))
    const allowed = [...methods].sort().join(', ')
    return sendRefusal(reply.header('allow', allowed), {
      code: 'method_not_allowed',
      message: `${request.method} is not possible here; allowed: ${allowed}.`,
    })
  })
}

/** A part that begins with a colon is any text. Addresses with a star take what is left over, and are nobody's in particular. */
function methodsAt(routes: ReadonlyMap<string, ReadonlySet<string>>, url: string): ReadonlySet<string> | undefined {
  const parts = url.split('?')[0]!.split('/').map(decodeURIComponent)
  for (const [address, methods] of routes) {
    const names = address.split('/')
    if (names.length !== parts.length || address.includes('*')) continue
    if (names.every((name, at) => (name.startsWith(':') ? parts[at] !== '' : name === parts[at]))) return methods
  }
  return undefined
}

function nothingAt({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): Refusal {
  return {
    code: 'not_found',
    message: `There is nothing at ${method} ${withoutKeys(url)}. The API is described at /docs.`,
  }
}

/** An address that the router can't read, or with a part longer than any name we gave. */
export function refuseAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal: Refusal =
    error.code === 'FST_ERR_BAD_URL'
      ? { code: 'bad_request', message: 'The address holds a % that begins no character in UTF-8; write it as %25.' }
      : nothingAt(request)
  sendRefusal(reply, refusal)
}

/** Bytes that are no request: there is nothing to reply with but the connection itself, which then ends. */
export function refuseConnection(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const refusal = refusalOf(error)
  const status = errorStatus[refusal.code]
  const body = JSON.stringify(errorBody(refusal))
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  socket.destroy(error)
}

function refusalOf({ code }: ConnectionError): Refusal {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: 'request_timeout', message: 'The request did not come whole in time; send it again.' }
    case 'HPE_HEADER_OVERFLOW':
      return { code: 'headers_too_large', message: 'Address and headers together are longer than 16 KB.' }
    default:
      return { code: 'bad_request', message: 'This is no HTTP request that can be read.' }
  }
}

/** Keys and tokens that stand in an address are not repeated in answers or logs. */
function withoutKeys(url: string): string {
  return url.split('?')[0]!.replace(/svc[a-z]*_[A-Za-z0-9_]+|[A-Za-z0-9_-]{40,}/g, '…')
}
