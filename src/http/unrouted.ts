// Requests that reach no route, because nothing is there or they can't be read: refused in the contract's shape all the same.

import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorStatus, type Refusal } from '../errors.ts'
import { errorBody, sendRefusal } from './errors.ts'

/**
 * A known address asked with another method is 405 with the methods it has, any other 404. Called when every route is there;
 * the table is looked through only for requests that the router had no route for.
 */
export function refuseUnrouted(app: FastifyInstance, routes: RouteTable): void {
  const known: RouteTable = new Map([...routes].map(([address, methods]) => [address, new Set(methods)]))
  app.setNotFoundHandler((request, reply) => {
    const [found] = matchesOf(known, partsOf(request.url))
    return found ? refuseMethod(request, reply, found.methods) : sendRefusal(reply, nothingAt(request))
  })
  for (const url of known.keys()) {
    const [own, ...general] = matchesOf(known, url.split('/'))
    if (!own) continue
    // The router would take the address's last part for somebody's id.
    const others = general.flatMap(({ methods }) => [...methods])
    const method = [...new Set(others)].filter((name) => name !== 'HEAD' && !own.methods.has(name))
    const handler = (request: FastifyRequest, reply: FastifyReply) => refuseMethod(request, reply, own.methods)
    if (method.length > 0) app.route({ method, url, schema: { hide: true }, handler })
  }
}

/** Addresses as they were given to the router, with their methods. */
type RouteTable = ReadonlyMap<string, Set<string>>

function refuseMethod({ method }: FastifyRequest, reply: FastifyReply, methods: Set<string>) {
  const allowed = [...methods].sort().join(', ')
  return sendRefusal(reply.header('allow', allowed), {
    code: 'method_not_allowed',
    message: `${method} is not possible here; allowed: ${allowed}.`,
  })
}

/** The address as the router cuts it: no scheme and host, and nothing from the first ? or # on. No parts for one it can't read. */
function partsOf(url: string): string[] {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*/s, '')
  try {
    return path.split('/').map(decodeURIComponent)
  } catch {
    return []
  }
}

/** Every address that these parts may be, the one with the fewest ids first; a part of it that begins with a colon is any text. */
function matchesOf(routes: RouteTable, parts: string[]): { methods: Set<string>; ids: number }[] {
  const isId = (name: string) => name.startsWith(':')
  return [...routes]
    .filter(([address]) => !address.includes('*'))
    .map(([address, methods]) => ({ names: address.split('/'), methods }))
    .filter(({ names }) => names.length === parts.length && names.every((name, at) => isId(name) || name === parts[at]))
    .map(({ names, methods }) => ({ methods, ids: names.filter(isId).length }))
    .sort((one, other) => one.ids - other.ids)
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
  return url.replace(/\?.*/s, '').replace(/svc[a-z]*_[A-Za-z0-9_]+|[A-Za-z0-9_-]{40,}/g, '…')
}
