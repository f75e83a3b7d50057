// The API client of the commands. It sends JSON with fetch. If the service refuses a request or is unreachable, the
// client throws an error with a remedy.
import { brand } from '../brand.ts'
import { isObject } from '../lib/json/json-fields.ts'
import { withoutTrailingSlashes } from '../lib/text/trailing-slashes.ts'
import { networkFault } from '../lib/thrown.ts'

export interface ApiPage<T> {
  data: T[]
  next_cursor: string | null
}

export type Query = Record<string, string | number | undefined>

export interface Api {
  url: string
  get<T>(path: string, query?: Query): Promise<T>
  /** `signal` aborts the call. */
  post<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T>
  put<T>(path: string, body: unknown): Promise<T>
  patch<T>(path: string, body: unknown): Promise<T>
  remove(path: string): Promise<void>
  /** Sends the bytes of a file as the request's body. */
  upload<T>(path: string, query: Query, file: Buffer, type: string): Promise<T>
  /** Returns the body of a response that is not JSON. */
  text(path: string, query?: Query): Promise<string>
  /**
   * Reads up to `most` rows, page by page. The returned `next_cursor` is the cursor of the rows after them. Calls
   * `onPage` after each page except the last, with the number of rows read so far.
   */
  rows<T>(path: string, query?: Query, most?: number, onPage?: (count: number) => void): Promise<ApiPage<T>>
}

/** The body of an error response. `details` lists the problems of each field. */
export interface RefusalBody {
  error: string
  message: string
  details?: Record<string, string[]>
  used?: number
  limit?: number
}

/** Thrown if the service refuses a request. */
export class ApiRefusal extends Error {
  override name = 'ApiRefusal'
  readonly status: number
  readonly body: RefusalBody
  /** The Retry-After header: seconds until a retry may succeed. */
  readonly retryAfter: string | null
  /** The id of the request in the service's log. */
  readonly requestId: string | null
  /** A remedy that the command sets. It is printed instead of the general remedy. */
  hint: string | undefined
  constructor({ status, headers }: Response, body: RefusalBody) {
    super(body.message)
    this.status = status
    this.body = body
    this.retryAfter = headers.get('retry-after')
    this.requestId = headers.get('x-request-id')
  }
}

/** Thrown if the service is unreachable, or if the response is not from the service. */
export class ServiceUnreachable extends Error {
  override name = 'ServiceUnreachable'
}

/** Maximum time for a response, in milliseconds. A connection check takes longest, because it waits for a provider. */
const TIMEOUT = 60_000
/** Maximum time for an upload or a download, in milliseconds. A large file takes longer than any other request. */
const FILE_TIMEOUT = 10 * 60_000
const PAGE_SIZE = 100

interface RequestOptions {
  body?: RequestInit['body']
  /** The media type of the body. */
  type?: string
  /** Milliseconds until the response must be complete. */
  timeout?: number
  signal?: AbortSignal
}

/**
 * Creates a client of the service at `address`. Every path begins with `prefix`. `credential` returns the bearer token,
 * or undefined if there is none.
 */
export function createApi(address: string, prefix: string, credential: () => string | undefined): Api {
  const base = withoutTrailingSlashes(address)
  const url = base.endsWith(brand.basePath) ? base.slice(0, -brand.basePath.length) : base
  const send = (method: string, path: string, { body, type, timeout = TIMEOUT, signal }: RequestOptions = {}) => {
    const deadline = AbortSignal.timeout(timeout)
    const bearer = credential()
    return reach(url, `${url}${brand.basePath}${prefix}${path}`, {
      method,
      headers: {
        accept: 'application/json, text/csv',
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(type === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
    })
  }
  const call = async <T>(method: string, path: string, options: RequestOptions = {}): Promise<T> => {
    const response = await send(method, path, options)
    // The API document defines the shape of the response. The client does not validate it.
    return (response.status === 204 ? undefined : await read(url, response)) as T
  }
  const get = <T>(path: string, query: Query = {}) => call<T>('GET', `${path}${search(query)}`)
  return {
    url,
    get,
    post: (path, body, signal) => call('POST', path, { ...inJson(body), ...(signal === undefined ? {} : { signal }) }),
    put: (path, body) => call('PUT', path, inJson(body)),
    patch: (path, body) => call('PATCH', path, inJson(body)),
    remove: (path) => call('DELETE', path),
    upload: (path, query, file, type) =>
      call('POST', `${path}${search(query)}`, { body: file, type, timeout: FILE_TIMEOUT }),
    async text(path, query = {}) {
      const response = await send('GET', `${path}${search(query)}`, { timeout: FILE_TIMEOUT })
      const text = await textOf(url, response)
      if (!response.ok) throw failureOf(url, response, jsonOf(response, text))
      return text
    },
    async rows<T>(path: string, query: Query = {}, most = Number.POSITIVE_INFINITY, onPage = (_count: number) => {}) {
      const data: T[] = []
      let cursor = query.cursor
      for (;;) {
        const limit = Math.min(PAGE_SIZE, most - data.length)
        const page = await get<ApiPage<T>>(path, { ...query, cursor, limit })
        data.push(...page.data)
        if (page.next_cursor === null || data.length >= most) return { ...page, data }
        onPage(data.length)
        cursor = page.next_cursor
      }
    },
  }
}

const inJson = (body: unknown): RequestOptions =>
  body === undefined ? {} : { body: JSON.stringify(body), type: 'application/json' }

function search(query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `?${search.toString()}` : ''
}

const REMEDY = 'Start the service with "carillon start", or set its address with CARILLON_URL or --url.'

async function reach(url: string, target: string, request: RequestInit): Promise<Response> {
  if (!URL.canParse(target) || !/^https?:/.test(target))
    throw new ServiceUnreachable(
      `"${url}" is not the address of a service. Use an address such as http://localhost:3000.`,
    )
  try {
    return await fetch(target, request)
  } catch (error) {
    throw new ServiceUnreachable(`The service does not answer at ${url}: ${reasonOf(error)}.\n${REMEDY}`, {
      cause: error,
    })
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.name === 'TimeoutError'
    ? `no answer within ${TIMEOUT / 1000} s`
    : networkFault(error)
}

/** Returns the body with its byte order mark. Spreadsheets need the mark to recognize UTF-8. */
async function textOf(url: string, response: Response): Promise<string> {
  const bytes = await response.arrayBuffer().catch((error: unknown) => {
    throw new ServiceUnreachable(`The response of the service at ${url} ended too early: ${reasonOf(error)}.`)
  })
  return Buffer.from(bytes).toString('utf8')
}

async function read(url: string, response: Response): Promise<unknown> {
  const body = jsonOf(response, await textOf(url, response))
  if (response.ok && body !== undefined) return body
  throw failureOf(url, response, body)
}

/** Returns the parsed body, or undefined if it is not JSON. */
function jsonOf({ headers }: Response, text: string): unknown {
  if (!headers.get('content-type')?.includes('json')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function failureOf(url: string, response: Response, body: unknown): Error {
  if (!response.ok && isRefusal(body)) return new ApiRefusal(response, body)
  const target = response.headers.get('location')
  if (target !== null)
    return new ServiceUnreachable(
      `${url} redirects to ${target}. Set CARILLON_URL or --url to the address of the service.`,
    )
  return new ServiceUnreachable(
    `The server at ${url} is not ${brand.name}: it returned HTTP ${response.status} with an unknown body. Check CARILLON_URL and --url.`,
  )
}

function isRefusal(body: unknown): body is RefusalBody {
  return isObject(body) && typeof body.error === 'string' && typeof body.message === 'string'
}
