// The API as commands call it: JSON over fetch, refusals and unreachable services as errors with something to do.
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
  /** `signal` ends a call that waits. */
  post<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T>
  put<T>(path: string, body: unknown): Promise<T>
  patch<T>(path: string, body: unknown): Promise<T>
  remove(path: string): Promise<void>
  /** Sends a file as it is. */
  upload<T>(path: string, query: Query, file: Buffer, type: string): Promise<T>
  /** The text of an answer that is no JSON. */
  text(path: string, query?: Query): Promise<string>
  /** As many rows as wanted, page by page; `next_cursor` goes on after the last one. `onPage` hears how many there are so far. */
  rows<T>(path: string, query?: Query, most?: number, onPage?: (count: number) => void): Promise<ApiPage<T>>
}

/** What the API answers when it refuses: `error`, `message`, and `details` by field. */
export interface RefusalBody {
  error: string
  message: string
  details?: Record<string, string[]>
  used?: number
  limit?: number
}

/** The service said no. */
export class ApiRefusal extends Error {
  override name = 'ApiRefusal'
  readonly status: number
  readonly body: RefusalBody
  /** Seconds after which it may pass. */
  readonly retryAfter: string | null
  /** Under which the service's log holds more. */
  readonly requestId: string | null
  /** What the command suggests; takes the place of the general remedy. */
  hint: string | undefined
  constructor({ status, headers }: Response, body: RefusalBody) {
    super(body.message)
    this.status = status
    this.body = body
    this.retryAfter = headers.get('retry-after')
    this.requestId = headers.get('x-request-id')
  }
}

/** Nobody answers, or what answers is not the service. */
export class ServiceAway extends Error {
  override name = 'ServiceAway'
}

/** The longest answer is a connection's check, which waits for a provider. */
const PATIENCE = 60_000
/** A file takes as long as its way and its writing take. */
const FILE_PATIENCE = 10 * 60_000
const PAGE = 100

interface RequestOptions {
  body?: RequestInit['body']
  /** The body's media type. */
  type?: string
  /** Milliseconds until the answer must be there. */
  patience?: number
  signal?: AbortSignal
}

/** `at`: the address of the service; `under`: what every path begins with; `credential`: the bearer, if there is one. */
export function createApi(at: string, under: string, credential: () => string | undefined): Api {
  const base = withoutTrailingSlashes(at)
  const url = base.endsWith(brand.basePath) ? base.slice(0, -brand.basePath.length) : base
  const send = (method: string, path: string, { body, type, patience = PATIENCE, signal }: RequestOptions = {}) => {
    const patient = AbortSignal.timeout(patience)
    const bearer = credential()
    return reach(url, `${url}${brand.basePath}${under}${path}`, {
      method,
      headers: {
        accept: 'application/json, text/csv',
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(type === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: signal === undefined ? patient : AbortSignal.any([patient, signal]),
    })
  }
  const call = async <T>(method: string, path: string, options: RequestOptions = {}): Promise<T> => {
    const answer = await send(method, path, options)
    // The API document promises the shape of the answer; it is not checked again.
    return (answer.status === 204 ? undefined : await read(url, answer)) as T
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
      call('POST', `${path}${search(query)}`, { body: file, type, patience: FILE_PATIENCE }),
    async text(path, query = {}) {
      const answer = await send('GET', `${path}${search(query)}`, { patience: FILE_PATIENCE })
      const text = await textOf(url, answer)
      if (!answer.ok) throw failureOf(url, answer, jsonOf(answer, text))
      return text
    },
    async rows<T>(path: string, query: Query = {}, most = Number.POSITIVE_INFINITY, onPage = (_count: number) => {}) {
      const data: T[] = []
      let cursor = query.cursor
      for (;;) {
        const limit = Math.min(PAGE, most - data.length)
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

const REMEDY = 'Start it (npm start, or carillon start), or say where it is: CARILLON_URL, or --url.'

async function reach(url: string, target: string, request: RequestInit): Promise<Response> {
  if (!URL.canParse(target) || !/^https?:/.test(target))
    throw new ServiceAway(`"${url}" is no address of a service: it looks like http://localhost:3000.`)
  try {
    return await fetch(target, request)
  } catch (error) {
    throw new ServiceAway(`The service does not answer at ${url}: ${whyOf(error)}.\n${REMEDY}`, { cause: error })
  }
}

function whyOf(error: unknown): string {
  return error instanceof Error && error.name === 'TimeoutError'
    ? `no answer within ${PATIENCE / 1000} s`
    : networkFault(error)
}

/** With its byte order mark, by which a spreadsheet knows UTF-8. */
async function textOf(url: string, answer: Response): Promise<string> {
  const bytes = await answer.arrayBuffer().catch((error: unknown) => {
    throw new ServiceAway(`The service at ${url} broke off its answer: ${whyOf(error)}.`)
  })
  return Buffer.from(bytes).toString('utf8')
}

async function read(url: string, answer: Response): Promise<unknown> {
  const body = jsonOf(answer, await textOf(url, answer))
  if (answer.ok && body !== undefined) return body
  throw failureOf(url, answer, body)
}

/** Undefined when it is no JSON. */
function jsonOf({ headers }: Response, text: string): unknown {
  if (!headers.get('content-type')?.includes('json')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function failureOf(url: string, answer: Response, body: unknown): Error {
  if (!answer.ok && isRefusal(body)) return new ApiRefusal(answer, body)
  const where = answer.headers.get('location')
  if (where !== null) return new ServiceAway(`${url} sends us on to ${where}: give the service's own address.`)
  return new ServiceAway(
    `What answers at ${url} is not ${brand.name}: HTTP ${answer.status}, and not in our words. Look at CARILLON_URL and --url.`,
  )
}

function isRefusal(body: unknown): body is RefusalBody {
  return isObject(body) && typeof body.error === 'string' && typeof body.message === 'string'
}
