// Refuses requests for which no route exists and requests that cannot be read. The error responses have the format that
// the contract defines.

import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorStatus, type Refusal } from '../errors.ts'
import { languagesOf, namesHtml } from './accept.ts'
import { errorBody, sendRefusal } from './errors.ts'
import { notFoundPage } from './pages/not-found.ts'

/**
 * Responds to requests without a route. If the URL has a route for another method, the response is 405 with the allowed
 * methods, otherwise 404. Call this function after all routes were added. The table `routes` is searched only for
 * requests without a route.
 */
export function refuseUnrouted(app: FastifyInstance, routes: RouteTable): void {
  const known = groupByLength(routes)
  app.setNotFoundHandler((request, reply) => {
    const [found] = matchesOf(known, partsOf(request.url))
    return found ? refuseMethod(request, reply, found.methods) : answerNothing(request, reply, nothingAt(request))
  })
  for (const { url, names } of [...known.values()].flat()) {
    const [own, ...general] = matchesOf(known, names)
    if (!own) continue
    // A more general URL, such as one with `{id}` at the end, may have methods that this URL lacks. Refuse these
    // methods: otherwise the router would choose the route of the general URL, and treat the last segment as an id.
    const others = general.flatMap(({ methods }) => [...methods])
    const method = [...new Set(others)].filter((name) => name !== 'HEAD' && !own.methods.has(name))
    const handler = (request: FastifyRequest, reply: FastifyReply) => refuseMethod(request, reply, own.methods)
    if (method.length > 0) app.route({ method, url, schema: { hide: true }, handler })
  }
}

/** Browsers that open an unknown or unreadable address get a page, and all other clients get the error as JSON. */
function answerNothing(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  const { method, headers } = request
  reply.header('vary', ['accept', 'accept-language'])
  if (!['GET', 'HEAD'].includes(method) || !namesHtml(headers)) return sendRefusal(reply, refusal)
  const page = notFoundPage(languagesOf(headers))
  return reply.code(errorStatus[refusal.code]).headers(page.headers).send(page.html)
}

/** The methods of each URL that has a route. */
type RouteTable = ReadonlyMap<string, Set<string>>

interface KnownUrl {
  url: string
  /** The segments of the URL's path. A segment that begins with a colon is a parameter and matches any text. */
  names: string[]
  ids: number
  methods: Set<string>
}

/**
 * Groups the URLs without wildcards by their number of segments. A comparison of each URL with all other URLs would
 * make the start 20 ms slower.
 */
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
    message: `${method} is not allowed here. Allowed: ${allowed}.`,
  })
}

/**
 * Returns the segments of the path as the router decodes them. Returns no segments for a path that cannot be decoded.
 */
function partsOf(url: string): string[] {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*/s, '')
  try {
    return path.split('/').map(decodeURIComponent)
  } catch {
    return []
  }
}

/** Returns the known URLs that match these segments. The URL with the fewest parameters comes first. */
function matchesOf(known: ReadonlyMap<number, KnownUrl[]>, parts: string[]): KnownUrl[] {
  return (known.get(parts.length) ?? [])
    .filter(({ names }) => names.every((name, at) => isId(name) || name === parts[at]))
    .sort((one, other) => one.ids - other.ids)
}

function nothingAt({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): Refusal {
  return {
    code: 'not_found',
    message: `There is no route ${method} ${withoutKeys(url)}. /docs describes the API.`,
  }
}

/** Refuses a URL that the router cannot decode, or a URL with a segment that is too long. */
export function refuseAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal: Refusal =
    error.code === 'FST_ERR_BAD_URL'
      ? { code: 'bad_request', message: 'The URL has a % that does not encode a UTF-8 character. Write it as %25.' }
      : nothingAt(request)
  answerNothing(request, reply, refusal)
}

/**
 * Refuses bytes that are not an HTTP request. Fastify creates no reply object for them, so this function writes the
 * response to the socket.
 */
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
      return { code: 'request_timeout', message: 'The request did not arrive in time. Send it again.' }
    case 'HPE_HEADER_OVERFLOW':
      return { code: 'headers_too_large', message: 'The URL and the headers together exceed 16 KB.' }
    default:
      return { code: 'bad_request', message: 'This is not a valid HTTP request.' }
  }
}

/** Removes the query, keys and tokens from a URL, so that responses and logs do not contain them. */
function withoutKeys(url: string): string {
  return url.replace(/\?.*/s, '').replace(/svc[a-z]*_[A-Za-z0-9_]+|[A-Za-z0-9_-]{40,}/g, '…')
}
