// An HTTP client for URLs that callers configure. It connects only to addresses that were checked, follows no
// redirects, and limits the time and the size.

import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { Agent, Dispatcher } from 'undici'
import { checkAddress, checkParts, type UrlRules } from './safe-url.ts'
import { errorOf } from './thrown.ts'

export interface SafeRequest extends UrlRules {
  method?: Dispatcher.HttpMethod
  headers?: Record<string, string>
  body?: string | Buffer
  signal?: AbortSignal
  /** Milliseconds for the whole request: name resolution, connection, sending and response. */
  timeoutMs: number
  /** Maximum size of the response body in bytes. A longer body is cut to this size, and then `truncated` is true. */
  maxBytes: number
}

export interface SafeAnswer {
  /** The status of the response. A redirect (3xx) is returned like any other status, and is never followed. */
  status: number
  /** The names of the headers are in lower case. */
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  truncated: boolean
}

/**
 * The error for a forbidden URL. The message contains the reason and starts with a verb, for example "points to
 * 10.0.0.1, …".
 */
export class UnsafeUrl extends Error {
  override name = 'UnsafeUrl'
}

/** The error for a request without a complete response. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  /** True if the request was sent. The server may then have acted on it. */
  readonly requestLeft: boolean
  /** The code of the failure: TIMEOUT, ABORTED, or a code of the system or of undici, such as ECONNREFUSED. */
  readonly code: string

  constructor(message: string, code: string, requestLeft: boolean) {
    super(message)
    this.code = code
    this.requestLeft = requestLeft
  }
}

type LookupAll = (
  name: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export type SafeFetch = (url: string | URL, request: SafeRequest) => Promise<SafeAnswer>

const CONNECT_TIMEOUT = 10_000

/** Sends a request, with the name resolution of the operating system. See `createSafeFetch`. */
export const safeFetch = createSafeFetch()

/**
 * Creates a function that sends requests, with a separate pool of kept-alive connections. The function returns
 * responses of any status, including 4xx and 5xx. It throws `UnsafeUrl` for a forbidden URL, and `NoAnswer` if no
 * complete response arrives.
 */
export function createSafeFetch(lookup: LookupAll = systemLookup): SafeFetch {
  let agents: Promise<{ open: Agent; guarded: Agent }> | undefined
  return async (target, request) => {
    const url = typeof target === 'string' ? parsed(target) : target
    const problem = url ? checkParts(url, request) : 'is not a URL'
    if (!url || problem) throw new UnsafeUrl(problem)
    agents ??= makeAgents(lookup)
    const { open, guarded } = await agents
    return exchange(request.allowPrivateNetwork ? open : guarded, url, request)
  }
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** Imports undici at the first request. An import at the start would delay every start by a sixth of a second. */
async function makeAgents(lookup: LookupAll): Promise<{ open: Agent; guarded: Agent }> {
  const undici = await import('undici')
  return { open: agentFor(undici, lookup, true), guarded: agentFor(undici, lookup, false) }
}

function agentFor(undici: typeof import('undici'), lookup: LookupAll, allowPrivateNetwork: boolean): Agent {
  return new undici.Agent({ connect: { timeout: CONNECT_TIMEOUT, lookup: checkedLookup(allowPrivateNetwork, lookup) } })
}

/**
 * Returns a lookup function that resolves host names for a socket. The function fails with `UnsafeUrl` if any resolved
 * address is forbidden. The socket then connects only to checked addresses. If the URL contains an IP address, the
 * socket does not call the lookup function, so callers must check the address.
 */
export function checkedLookup(allowPrivateNetwork: boolean, lookup: LookupAll = systemLookup): LookupFunction {
  return (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const problem = addresses.map(({ address }) => checkAddress(address, { allowPrivateNetwork })).find(Boolean)
      if (problem) return callback(new UnsafeUrl(problem), [])
      const [first] = addresses
      if (options.all || first === undefined) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

/**
 * Sends the request with `dispatch` of undici. The stream functions of undici are slower, and do not report when the
 * request starts.
 */
function exchange(agent: Agent, url: URL, request: SafeRequest): Promise<SafeAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let settled = false
    let status = 0
    let headers: SafeAnswer['headers'] = {}
    let size = 0
    const chunks: Buffer[] = []

    const settle = () => {
      if (settled) return false
      settled = true
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', onAbort)
      return true
    }
    const answer = (truncated: boolean) => {
      const [first, ...others] = chunks
      if (settle())
        resolve({ status, headers, body: first && others.length === 0 ? first : Buffer.concat(chunks), truncated })
    }
    const fail = (error: Error) => {
      if (settle()) reject(error)
    }
    const failAndAbort = (reason: string, code: string) => {
      fail(new NoAnswer(reason, code, controller !== undefined))
      controller?.abort(new Error(reason))
    }
    const onAbort = () => failAndAbort('was aborted before a response arrived', 'ABORTED')
    const timer = setTimeout(
      () => failAndAbort(`did not respond within ${request.timeoutMs} ms`, 'TIMEOUT'),
      request.timeoutMs,
    )

    if (request.signal?.aborted) return onAbort()
    request.signal?.addEventListener('abort', onAbort)
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        if (settled) return started.abort(new Error('the request was aborted'))
        controller = started
      },
      onResponseStart(_controller, code, received) {
        if (code < 200) return
        status = code
        headers = received
      },
      onResponseData(_controller, chunk) {
        const bytesLeft = request.maxBytes - size
        size += chunk.length
        chunks.push(chunk.length > bytesLeft ? chunk.subarray(0, bytesLeft) : chunk)
        if (chunk.length > bytesLeft) {
          answer(true)
          controller?.abort(new Error('the response exceeds the size limit'))
        }
      },
      onResponseEnd: () => answer(false),
      onResponseError: (_controller, error) => fail(explained(error, controller !== undefined)),
    }
    try {
      agent.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: request.method ?? 'GET',
          headers: request.headers ?? {},
          body: request.body ?? null,
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        handler,
      )
    } catch (error) {
      fail(explained(errorOf(error), false))
    }
  })
}

function explained(error: Error & { code?: string }, requestLeft: boolean): Error {
  if (error instanceof UnsafeUrl) return error
  const code = error.code ?? error.name
  return new NoAnswer(sentences[code] ?? `failed: ${error.message || code}`, code, requestLeft)
}

const sentences: Record<string, string> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection',
  UND_ERR_SOCKET: 'closed the connection',
  ENOTFOUND: 'has a host name that does not exist',
  EAI_AGAIN: 'has a host name that could not be resolved at the moment',
  ETIMEDOUT: 'could not be reached in time',
  UND_ERR_CONNECT_TIMEOUT: 'could not be reached in time',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  CERT_HAS_EXPIRED: 'has an expired certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has an untrusted certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'has an untrusted certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has an untrusted certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another host name',
}
