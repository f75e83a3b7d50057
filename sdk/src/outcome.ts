// The outcome of a call: the response, or a failure as data. Errors of the service or the network are never thrown.

export type Outcome<T> = Success<T> | { ok: false; error: Failure }

export interface Success<T> {
  ok: true
  /** The HTTP status. A send returns 202 for a new delivery and 200 for a replay. */
  status: number
  data: T
  /** The hourly limit of the API key, and how many requests remain; null for calls without a limit. */
  rateLimit: { limit: number; remaining: number } | null
}

export interface Failure {
  /** The HTTP status; null if there was no response. */
  status: number | null
  /**
   * A code of the service (`validation_failed`, `template_not_found`, `quota_exceeded`, …) or of the client. The codes
   * of the client are `unreachable`, `timeout`, `aborted` (by your signal), `unexpected_answer` (the response is not
   * from the service), and `invalid_request` (the request could not be sent).
   */
  code: string
  /** An explanation of the failure for a person. */
  message: string
  /** The problems by field. Empty unless validation failed. */
  details: Record<string, string[]>
  /** Seconds until a retry may succeed; null without a Retry-After header. */
  retryAfter: number | null
  /** The usage and the limit, if the message exceeded the quota; otherwise null. */
  quota: { used: number; limit: number; hint: string | null } | null
  /** The id of the request in the service's log. Set for internal errors of the service, otherwise null. */
  requestId: string | null
}

/** Returns a failure with one of the client's own codes. */
export function failure(code: string, message: string, status: number | null = null): { ok: false; error: Failure } {
  return {
    ok: false,
    error: { status, code, message, details: {}, retryAfter: null, quota: null, requestId: null },
  }
}

/** Converts a completely received response to an outcome. */
export function outcomeOf<T>({ status, headers }: Response, text: string): Outcome<T> {
  const requestId = headers.get('x-request-id')
  const succeeded = status >= 200 && status < 300
  if (status === 204) return { ok: true, status, data: undefined as T, rateLimit: rateLimitOf(headers) }
  const body = headers.get('content-type')?.includes('json') ? parsed(text) : undefined
  if (succeeded && body !== undefined) return { ok: true, status, data: body as T, rateLimit: rateLimitOf(headers) }
  const refusal = succeeded ? undefined : refusalOf(body)
  if (refusal) return { ok: false, error: { ...refusal, status, retryAfter: secondsOf(headers), requestId } }
  const unexpected = failure('unexpected_answer', unexpectedMessage(status, headers), status)
  return { ok: false, error: { ...unexpected.error, retryAfter: secondsOf(headers), requestId } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusalOf(body: unknown): Pick<Failure, 'code' | 'message' | 'details' | 'quota'> | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { error, message, details = {}, used, limit, hint } = body as Record<string, unknown>
  if (typeof error !== 'string' || typeof message !== 'string') return undefined
  const quota = typeof used === 'number' && typeof limit === 'number' ? { used, limit, hint: textOrNull(hint) } : null
  return { code: error, message, details: details as Record<string, string[]>, quota }
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

function unexpectedMessage(status: number, headers: Headers): string {
  const location = headers.get('location')
  if (location !== null) return `The response redirects to ${location}. Set url to the address of the service.`
  return `The response with status ${status} is not from the service. Check url, and any proxy in between.`
}

/** Returns Retry-After in seconds. Ignores a date, which the service never sends. */
function secondsOf(headers: Headers): number | null {
  const text = headers.get('retry-after')
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null
}

function rateLimitOf(headers: Headers): Success<unknown>['rateLimit'] {
  const [limit, remaining] = [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]
  return limit === null || remaining === null ? null : { limit: Number(limit), remaining: Number(remaining) }
}
