// Sends a request to a provider. There are three results: the provider answered, the request was not sent, or the
// outcome is unknown.
import { NoAnswer, type SafeFetch, safeFetch, UnsafeUrl } from './safe-fetch.ts'

export type ProviderReply =
  | {
      kind: 'answer'
      status: number
      headers: Record<string, string | string[] | undefined>
      json: unknown
      text: string
    }
  /** The request was not sent, because the URL is forbidden or the certificate is not trusted. */
  | { kind: 'unsafe'; reason: string }
  /** The request was not sent, so the provider cannot have acted on it. */
  | { kind: 'unreachable'; reason: string }
  /** The request was sent and no answer arrived. The provider may have acted on it. */
  | { kind: 'lost'; reason: string }

export interface ProviderRequest {
  url: string | URL
  /** The default is POST if the request has a body, and otherwise GET. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /**
   * The body of the request. An object is sent as JSON, and URLSearchParams are sent as a form. Text and bytes are sent
   * unchanged.
   */
  body?: object | string | Buffer
  headers?: Record<string, string>
  signal: AbortSignal
  allowPrivateNetwork: boolean
  /** Maximum size of the answer in bytes. Default: 64 KiB. */
  maxBytes?: number
  /** Sends the request. The default is `safeFetch`, which uses HTTP/1.1. */
  fetch?: SafeFetch
}

const TIMEOUT = 30_000
const MOST_BYTES = 64 * 1024

/** Sends the request. Returns errors of the network and of the provider, and does not throw them. */
export async function callProvider({
  url,
  body,
  method = body === undefined ? 'GET' : 'POST',
  headers = {},
  signal,
  allowPrivateNetwork,
  maxBytes = MOST_BYTES,
  fetch = safeFetch,
}: ProviderRequest): Promise<ProviderReply> {
  try {
    const answer = await fetch(url, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': typeOf(body) }),
        accept: 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: bytesOf(body) }),
      signal,
      timeoutMs: TIMEOUT,
      maxBytes,
      allowPrivateNetwork,
    })
    const text = answer.body.toString('utf8')
    return { kind: 'answer', status: answer.status, headers: answer.headers, json: parse(text), text }
  } catch (error) {
    if (error instanceof UnsafeUrl) return { kind: 'unsafe', reason: error.message }
    if (error instanceof NoAnswer) return { kind: kindOf(error), reason: error.message }
    throw error
  }
}

function typeOf(body: object | string): string {
  return body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json'
}

function bytesOf(body: object | string | Buffer): string | Buffer {
  if (body instanceof URLSearchParams) return body.toString()
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
}

function kindOf({ code, requestLeft }: NoAnswer): 'unsafe' | 'lost' | 'unreachable' {
  if (CERTIFICATE.test(code)) return 'unsafe'
  return requestLeft ? 'lost' : 'unreachable'
}

const CERTIFICATE = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY))/

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Returns the delay of a Retry-After header in milliseconds. The header may contain seconds or a date. Returns
 * undefined without a valid header.
 */
export function retryAfterOf(headers: Record<string, string | string[] | undefined>, now: Date): number | undefined {
  const value = [headers['retry-after']].flat()[0]
  if (value === undefined) return undefined
  const seconds = Number(value)
  const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - now.getTime()
  return Number.isFinite(milliseconds) ? Math.max(0, Math.ceil(milliseconds)) : undefined
}

/** Returns the part of an answer that may be stored: at most 500 characters, and without secrets. */
export function excerpt(text: string, secrets: string[]): string {
  const redacted = secrets
    .filter((secret) => secret.length > 0)
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
  return redacted.length > 500 ? `${redacted.slice(0, 500).toWellFormed()}…` : redacted
}
