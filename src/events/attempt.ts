// One attempt: a POST to an address that a caller gave, and what came of it. 2xx within 30 seconds is received, else not.
import { excerpt, retryAfterOf } from '../lib/provider-call.ts'
import { NoAnswer, safeFetch, UnsafeUrl } from '../lib/safe-fetch.ts'

export interface OutgoingAttempt {
  received: boolean
  /** The receiver's; null when no answer came. */
  status: number | null
  /** Why it does not count as received; null when it does. */
  reason: string | null
  /** The beginning of the answer. */
  excerpt: string | null
  /** Milliseconds the receiver asks to be left alone for. */
  retryAfter?: number
}

export interface OutgoingPost {
  url: string
  headers: Record<string, string>
  body: string
  /** What must not appear in the excerpt. */
  secrets: string[]
  now: Date
  timeoutMs: number
  allowPrivateNetwork: boolean
  signal: AbortSignal
}

/** Read of an answer; what comes after is not waited for. */
const MOST_BYTES = 16 * 1024

/** Posts. Throws for nothing that a network or a receiver does, but when `signal` aborts. */
export async function post(posting: OutgoingPost): Promise<OutgoingAttempt> {
  const { url, headers, body, now, timeoutMs, allowPrivateNetwork, signal } = posting
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
      ...(received ? {} : { retryAfter: retryAfterOf(answer.headers, now) }),
    }
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof UnsafeUrl) return nothing(`the address ${error.message}`)
    if (error instanceof NoAnswer) return nothing(`the receiver ${error.message}`)
    throw error
  }
}

function refusalOf(status: number): string {
  if (status >= 300 && status < 400) return `the receiver answered ${status}; redirects are not followed`
  if (status === 410) return 'the receiver answered 410: it wants nothing any more'
  return `the receiver answered ${status} instead of 2xx`
}

function nothing(reason: string): OutgoingAttempt {
  return { received: false, status: null, reason, excerpt: null }
}

function excerptOf(body: Buffer, secrets: string[]): string | null {
  return body.length === 0 ? null : excerpt(body.toString('utf8'), secrets)
}
