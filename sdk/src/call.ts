// Sends one request to the API with a timeout, and retries it if that is safe.
import { failure, type Outcome, outcomeOf } from './outcome.ts'
import { type RetryRules, retryDelay } from './retry.ts'

export interface Settings extends RetryRules {
  /** The base URL of the service, without a path. */
  url: string
  /** Timeout of one attempt, in milliseconds. */
  timeout: number
}

export interface CallOptions {
  /** Aborts the call, also during the delay before the next attempt. */
  signal?: AbortSignal
}

export interface Request {
  method: string
  /** The path below `/v1`, such as `/send`. */
  path: string
  /** The bearer token. Undefined for a call with a trigger key, because the trigger key is part of the path. */
  credential?: string | undefined
  body?: unknown
  /** The media type of a body that is sent unchanged. Undefined for a body that is sent as JSON. */
  contentType?: string | undefined
  /** True if sending the request twice has the same effect as sending it once. */
  repeatable: boolean
}

const BASE = '/v1'

/** Sends the request and returns the outcome. The promise never rejects. */
export async function call<T>(settings: Settings, request: Request, options: CallOptions = {}): Promise<Outcome<T>> {
  const composed = compose(request)
  if ('error' in composed) return composed
  for (let made = 1; ; made++) {
    if (options.signal?.aborted) return ABORTED
    const outcome = await attempt<T>(settings, request, composed, options.signal)
    if (outcome.ok) return outcome
    const delay = retryDelay(outcome.error, { made, repeatable: request.repeatable, rules: settings })
    if (delay === undefined) return outcome
    await pause(delay, options.signal)
  }
}

interface Composed {
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

const ABORTED = failure('aborted', 'The caller aborted the call through its signal.')

/**
 * Builds the headers and the body. Returns a failure if the credential cannot be sent in a header, or if the body
 * cannot be converted to JSON.
 */
function compose({ credential, body, contentType }: Request): Composed | ReturnType<typeof failure> {
  if (credential !== undefined && !/^[\x21-\x7e]+$/.test(credential))
    return failure(
      'invalid_request',
      'The key or token is empty, or contains a space or a line break. Correct the setting that contains it.',
    )
  const headers: Record<string, string> = { accept: 'application/json' }
  if (credential !== undefined) headers.authorization = `Bearer ${credential}`
  if (body === undefined) return { headers }
  if (contentType !== undefined)
    return { headers: { ...headers, 'content-type': contentType }, body: body as string | Uint8Array<ArrayBuffer> }
  try {
    return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
  } catch (error) {
    return failure('invalid_request', `The request cannot be converted to JSON: ${(error as Error).message}`)
  }
}

async function attempt<T>(
  { url, timeout }: Settings,
  { method, path }: Request,
  { headers, body }: Composed,
  signal: AbortSignal | undefined,
): Promise<Outcome<T>> {
  const aborting = new AbortController()
  const abort = () => aborting.abort()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    abort()
  }, timeout)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    // Do not follow redirects, because `fetch` would send the key to another address.
    const response = await fetch(url + BASE + path, {
      method,
      headers,
      body,
      redirect: 'manual',
      signal: aborting.signal,
    })
    return outcomeOf<T>(response, await response.text())
  } catch (error) {
    if (signal?.aborted) return ABORTED
    if (isLate) return failure('timeout', `The service sent no complete response within ${timeout} ms.`)
    return failure('unreachable', `The service does not answer at ${url}: ${reasonOf(error)}.`)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/**
 * Returns the reason of a failed `fetch`. Node stores it as the cause of the error. If several addresses failed, the
 * cause contains a list of errors.
 */
function reasonOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown }
  const { message, code, errors } = cause as { message?: string; code?: string; errors?: { message: string }[] }
  return message || errors?.[0]?.message || code || 'the connection failed'
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal?.addEventListener('abort', done, { once: true })
  })
}
