// The outcome of a call: the response, or a failure. A failure of the service or the network is returned as data and
// never thrown.

export type Outcome<T> = Success<T> | { ok: false; error: Failure }

export interface Success<T> {
  ok: true
  /**
   * The HTTP status. A send request returns 202 for a new delivery. It returns 200 if the message was already accepted
   * in an earlier request.
   */
  status: number
  data: T
  /**
   * The hourly limit of the API key, and the number of requests that remain in this hour. Null for calls without a
   * limit.
   */
  rateLimit: { limit: number; remaining: number } | null
}

export interface Failure {
  /** The HTTP status. Null if there was no response. */
  status: number | null
  /**
   * The code of a failure. The service returns codes such as `validation_failed`, `template_not_found` and
   * `quota_exceeded`. The client adds five codes:
   * - `unreachable`: the service could not be reached.
   * - `timeout`: the service did not respond in time.
   * - `aborted`: your signal aborted the call.
   * - `unexpected_answer`: the response is not from the service.
   * - `invalid_request`: the request could not be sent.
   */
  code: string
  /** An explanation of the failure, for people. */
  message: string
  /** The problems of the request, by field. Empty if the request did not fail validation. */
  details: Record<string, string[]>
  /** The seconds after which a retry may succeed. Null without a Retry-After header. */
  retryAfter: number | null
  /** The usage and the limit, if the message exceeded the quota. Null for other failures. */
  quota: { used: number; limit: number; hint: string | null } | null
  /** The id of the request in the service's log. Null unless the service failed with an internal error. */
  requestId: string | null
}

/** Returns a failure with one of the codes that the client adds. */
export function failure(code: string, message: string, status: number | null = null): { ok: false; error: Failure } {
  return {
    ok: false,
    error: { status, code, message, details: {}, retryAfter: null, quota: null, requestId: null },
  }
}

/** Converts a complete response to an outcome. */
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

/**
 * Returns the seconds of the Retry-After header. Ignores a header that contains a date, because the service never sends
 * one.
 */
function secondsOf(headers: Headers): number | null {
  const text = headers.get('retry-after')
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null
}

function rateLimitOf(headers: Headers): Success<unknown>['rateLimit'] {
  const [limit, remaining] = [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]
  return limit === null || remaining === null ? null : { limit: Number(limit), remaining: Number(remaining) }
}
