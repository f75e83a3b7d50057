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
  const known = groupByLength(routes)
  app.setNotFoundHandler((request, reply) => {
    const [found] = matchesOf(known, partsOf(request.url))
    return found ? refuseMethod(request, reply, found.methods) : sendRefusal(reply, nothingAt(request))
  })
  for (const { url, names } of [...known.values()].flat()) {
    const [own, ...general] = matchesOf(known, names)
    if (!own) continue
    // The router would take the address's last part for somebody's id.
    const others = general.flatMap(({ methods }) => [...methods])
    const method = [...new Set(others)].filter((name) => name !== 'HEAD' && !own.methods.has(name))
    const handler = (request: FastifyRequest, reply: FastifyReply) => refuseMethod(request, reply, own.methods)
    if (method.length > 0) app.route({ method, url, schema: { hide: true }, handler })
  }
}

/** The methods of each URL, as they were given to the router. */
type RouteTable = ReadonlyMap<string, Set<string>>

interface KnownUrl {
  url: string
  /** The parts of its path; one that begins with a colon matches any text. */
  names: string[]
  ids: number
  methods: Set<string>
}

/** The URLs without wildcards by the number of their parts: comparing each with all others took 20 ms of a start. */
function groupByLength(routes: RouteTable): ReadonlyMap<number, KnownUrl[]> {
  const groups = new Map<number, KnownUrl[]>()
  for (const [url, methods] of routes) {
    if (url.includes('*')) continue
    const names = url.split('/')
    const known = { url, names, ids: names.filter(isId).length, methods: new Set(methods) }
    groups.set(names.length, [...(groups.get(names.length) ?? []), known])
  }
  return groups
}

function isId(name: string): boolean {
  return name.startsWith(':')
}

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

/** The known URLs that match these parts, the one with the fewest ids first. */
function matchesOf(known: ReadonlyMap<number, KnownUrl[]>, parts: string[]): KnownUrl[] {
  return (known.get(parts.length) ?? [])
    .filter(({ names }) => names.every((name, at) => isId(name) || name === parts[at]))
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
