// Sends one POST to a caller's URL. A 2xx response within 30 seconds counts as received.
import { excerpt, retryAfterOf } from '../lib/provider-call.ts'
import { NoAnswer, safeFetch, UnsafeUrl } from '../lib/safe-fetch.ts'
import { secretHeaders } from './sign.ts'

export interface OutgoingAttempt {
  received: boolean
  /** The HTTP status. Null if there was no response. */
  status: number | null
  /** The reason why the attempt failed. Null if the response was 2xx. */
  reason: string | null
  /** The beginning of the response body, without secrets. */
  excerpt: string | null
  /** The delay that a Retry-After header demands, in milliseconds. */
  retryAfter?: number
  /** The URL, and the headers that depend on a secret. Absent if no request was sent. */
  request?: SentRequest
}

export interface SentRequest {
  url: string
  headers: Record<string, string>
}

export interface OutgoingPost {
  url: string
  headers: Record<string, string>
  body: string
  /** Texts to remove from the excerpt of the response. */
  secrets: string[]
  now: Date
  timeoutMs: number
  allowPrivateNetwork: boolean
  signal: AbortSignal
}

/** Maximum number of bytes that are read from a response. */
const MOST_BYTES = 16 * 1024

/** Sends one POST. Network errors and error responses are part of the result. Throws if `signal` aborts. */
export async function post(posting: OutgoingPost): Promise<OutgoingAttempt> {
  const { url, headers, body, now, timeoutMs, allowPrivateNetwork, signal } = posting
  const request = { url, headers: secretHeaders(headers) }
  try {
    const answer = await safeFetch(url, {
      method: 'POST',
      headers,
      body,
      signal,
      timeoutMs,
      maxBytes: MOST_BYTES,
      allowPrivateNetwork,
    })
    const { status } = answer
    const received = status >= 200 && status < 300
    return {
      received,
      status,
      reason: received ? null : refusalOf(status),
      excerpt: excerptOf(answer.body, posting.secrets),
      request,
      ...(received ? {} : { retryAfter: retryAfterOf(answer.headers, now) }),
    }
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof UnsafeUrl) return failedAttempt(`the address ${error.message}`)
    if (error instanceof NoAnswer) return { ...failedAttempt(`the endpoint ${error.message}`), request }
    throw error
  }
}

function refusalOf(status: number): string {
  if (status >= 300 && status < 400) return `the endpoint returned ${status}; redirects are not followed`
  if (status === 410) return 'the endpoint returned 410 Gone'
  return `the endpoint returned ${status} instead of 2xx`
}

function failedAttempt(reason: string): OutgoingAttempt {
  return { received: false, status: null, reason, excerpt: null }
}

function excerptOf(body: Buffer, secrets: string[]): string | null {
  return body.length === 0 ? null : excerpt(body.toString('utf8'), secrets)
}
