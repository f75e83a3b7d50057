// One call of the API: composed, sent with a time limit, read whole, and repeated where that is safe.
import { failure, type Outcome, outcomeOf } from './outcome.ts'
import { type RetryRules, retryDelay } from './retry.ts'

export interface Settings extends RetryRules {
  /** The service's address, without a path. */
  url: string
  /** Milliseconds for one attempt. */
  timeout: number
}

export interface CallOptions {
  /** Ends the call, also between two attempts. */
  signal?: AbortSignal
}

export interface Request {
  method: string
  /** Below the base address: `/send`. */
  path: string
  /** The bearer; undefined where the address is the key. */
  credential?: string | undefined
  body?: unknown
  /** Of a body that is sent as it is; without one it is JSON. */
  contentType?: string | undefined
  /** The same request twice does no more than once. */
  repeatable: boolean
}

const BASE = '/v1'

/** Never rejects. */
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

const ABORTED = failure('aborted', 'The call was ended by its signal.')

/** Text that no header can hold would be thrown by fetch, and what no JSON can hold by JSON.stringify. */
function compose({ credential, body, contentType }: Request): Composed | ReturnType<typeof failure> {
  if (credential !== undefined && !/^[\x21-\x7e]+$/.test(credential))
    return failure('invalid_request', 'The key or token is empty or holds a space or line break: is its setting there?')
  const headers: Record<string, string> = { accept: 'application/json' }
  if (credential !== undefined) headers.authorization = `Bearer ${credential}`
  if (body === undefined) return { headers }
  if (contentType !== undefined)
    return { headers: { ...headers, 'content-type': contentType }, body: body as string | Uint8Array<ArrayBuffer> }
  try {
    return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
  } catch (error) {
    return failure('invalid_request', `The request can't be written as JSON: ${(error as Error).message}`)
  }
}

async function attempt<T>(
  { url, timeout }: Settings,
  { method, path }: Request,
  { headers, body }: Composed,
  signal: AbortSignal | undefined,
): Promise<Outcome<T>> {
  const ending = new AbortController()
  const end = () => ending.abort()
  let late = false
  const timer = setTimeout(() => {
    late = true
    end()
  }, timeout)
  signal?.addEventListener('abort', end, { once: true })
  try {
    // A redirect would carry the key to another address.
    const answer = await fetch(url + BASE + path, { method, headers, body, redirect: 'manual', signal: ending.signal })
    return outcomeOf<T>(answer, await answer.text())
  } catch (error) {
    if (signal?.aborted) return ABORTED
    if (late) return failure('timeout', `No whole answer came within ${timeout} ms.`)
    return failure('unreachable', `The service does not answer at ${url}: ${whyOf(error)}.`)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

/** Node hides the reason in the cause, and the causes of several addresses in a list. */
function whyOf(error: unknown): string {
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
