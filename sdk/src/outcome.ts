// What every call resolves to: the answer, or what went wrong as data. Nothing a service or a network does is thrown.

export type Outcome<T> = Success<T> | { ok: false; error: Failure }

export interface Success<T> {
  ok: true
  /** The HTTP status: of a send 202 for a new delivery, 200 for a replay. */
  status: number
  data: T
  /** Of the API key's hour; null where none is counted. */
  rateLimit: { limit: number; remaining: number } | null
}

export interface Failure {
  /** The HTTP status; null when no answer came. */
  status: number | null
  /**
   * The service's code (`validation_failed`, `template_not_found`, `quota_exceeded`, …), or one of the client's own:
   * `unreachable`, `timeout`, `aborted` (by your signal), `unexpected_answer` (not in the service's words: a proxy, or
   * another address), `invalid_request` (it could not be sent at all).
   */
  code: string
  /** A sentence for a person. */
  message: string
  /** Field to what is wrong with it; empty unless validation failed. */
  details: Record<string, string[]>
  /** Seconds after which it may pass; null when the service did not say. */
  retryAfter: number | null
  /** What is used of which limit, when the quota is. */
  quota: { used: number; limit: number; hint: string | null } | null
  /** Under which the service's log holds more, of an error that is the service's own. */
  requestId: string | null
}

/** A failure of the client's own. */
export function failure(code: string, message: string, status: number | null = null): { ok: false; error: Failure } {
  return {
    ok: false,
    error: { status, code, message, details: {}, retryAfter: null, quota: null, requestId: null },
  }
}

/** Reads an answer that has arrived whole. */
export function outcomeOf<T>({ status, headers }: Response, text: string): Outcome<T> {
  const requestId = headers.get('x-request-id')
  const succeeded = status >= 200 && status < 300
  if (status === 204) return { ok: true, status, data: undefined as T, rateLimit: rateLimitOf(headers) }
  const body = headers.get('content-type')?.includes('json') ? parsed(text) : undefined
  if (succeeded && body !== undefined) return { ok: true, status, data: body as T, rateLimit: rateLimitOf(headers) }
  const refusal = succeeded ? undefined : refusalOf(body)
  if (refusal) return { ok: false, error: { ...refusal, status, retryAfter: secondsOf(headers), requestId } }
  const unexpected = failure('unexpected_answer', strangeness(status, headers), status)
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

function strangeness(status: number, headers: Headers): string {
  const location = headers.get('location')
  if (location !== null) return `The answer sends us on to ${location}: give the service's own address.`
  return `What answered ${status} does not speak as the service does: is the address right, and is a proxy in between?`
}

/** Retry-After in seconds; as a date it is not what the service says, and is passed over. */
function secondsOf(headers: Headers): number | null {
  const text = headers.get('retry-after')
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null
}

function rateLimitOf(headers: Headers): Success<unknown>['rateLimit'] {
  const [limit, remaining] = [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]
  return limit === null || remaining === null ? null : { limit: Number(limit), remaining: Number(remaining) }
}
