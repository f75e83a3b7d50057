// HTTP to addresses that others gave us: every resolved address checked and pinned, no redirects, time and size capped.

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
  /** For everything: name, connection, request and answer; milliseconds. */
  timeoutMs: number
  /** What is read of the answer's body; `truncated` tells that there was more. */
  maxBytes: number
}

export interface SafeAnswer {
  /** A redirect (3xx) is an answer like any other: it is never followed. */
  status: number
  /** Names in lower case. */
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  truncated: boolean
}

/** The URL must not be asked; the message says why and starts with a verb ("points to 10.0.0.1, …"). */
export class UnsafeUrl extends Error {
  override name = 'UnsafeUrl'
}

/** No answer came, or only a part of one. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  /** The request went to the other side, which may have acted on it. */
  readonly requestLeft: boolean
  /** The system's or undici's code, such as ECONNREFUSED; TIMEOUT and ABORTED are ours. */
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

/** Asks with the system's name resolution. See `createSafeFetch`. */
export const safeFetch = createSafeFetch()

/**
 * A fetch with connections of its own, kept alive and shared by all its requests. Throws `UnsafeUrl` for a URL that
 * must not be asked and `NoAnswer` when there is no whole answer; a status of 4xx or 5xx is an answer.
 */
export function createSafeFetch(lookup: LookupAll = systemLookup): SafeFetch {
  let agents: Promise<{ open: Agent; guarded: Agent }> | undefined
  return async (target, request) => {
    const url = typeof target === 'string' ? parsed(target) : target
    const problem = url ? checkParts(url, request) : 'is no URL'
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

/** undici is read at the first request: a start has nothing to ask yet, and it takes a sixth of a second. */
async function makeAgents(lookup: LookupAll): Promise<{ open: Agent; guarded: Agent }> {
  const undici = await import('undici')
  return { open: agentFor(undici, lookup, true), guarded: agentFor(undici, lookup, false) }
}

function agentFor(undici: typeof import('undici'), lookup: LookupAll, allowPrivateNetwork: boolean): Agent {
  return new undici.Agent({ connect: { timeout: CONNECT_TIMEOUT, lookup: checkedLookup(allowPrivateNetwork, lookup) } })
}

/**
 * Resolving and connecting are one step: the socket gets the addresses that were checked, and no others. Fails with
 * `UnsafeUrl`. A socket asks for names only: an address that stands in a URL is checked before.
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

/** undici's dispatch without its streams: it tells when the request is written, and costs less. */
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
    const onAbort = () => failAndAbort('was stopped before the answer came', 'ABORTED')
    const timer = setTimeout(
      () => failAndAbort(`gave no answer within ${request.timeoutMs} ms`, 'TIMEOUT'),
      request.timeoutMs,
    )

    if (request.signal?.aborted) return onAbort()
    request.signal?.addEventListener('abort', onAbort)
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        if (settled) return started.abort(new Error('the request was given up'))
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
          controller?.abort(new Error('the rest of the answer is not wanted'))
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
  ECONNRESET: 'broke the connection off',
  UND_ERR_SOCKET: 'broke the connection off',
  ENOTFOUND: 'has a name that no name server knows',
  EAI_AGAIN: 'has a name that could not be looked up just now',
  ETIMEDOUT: 'could not be reached in time',
  UND_ERR_CONNECT_TIMEOUT: 'could not be reached in time',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  CERT_HAS_EXPIRED: 'has a certificate that has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a certificate that nobody known has signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a certificate that nobody known has signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate that nobody known has signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name',
}
