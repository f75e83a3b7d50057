// The management API, with one function for each operation of the API document. The function has the name of the
// operation.
import { type Operations, operations } from './api.ts'
import { type CallOptions, call, type Settings } from './call.ts'
import { failure, type Outcome } from './outcome.ts'

type Name = Exclude<keyof Operations, 'send' | 'sendBatch' | 'trigger' | 'usage' | 'readDelivery'>
type PathOf<N extends Name> = Operations[N] extends { path: infer Path } ? Path : unknown
type QueryOf<N extends Name> = Operations[N] extends { query?: infer Query } ? Query : unknown
type BodyOf<N extends Name> = Pick<Operations[N], Extract<keyof Operations[N], 'body'>>
type Flat<T> = { [Key in keyof T]: T[Key] }
type OperationInput<N extends Name> = Flat<PathOf<N> & QueryOf<N> & BodyOf<N>>
type OperationResult<N extends Name> = Promise<Outcome<Operations[N]['answer']>>

/**
 * The functions of the management API. Each function takes one object with the path and query parameters of the
 * operation. The property `body` of this object is the body of the request. The object is optional if the operation
 * requires no parameter and no body.
 */
export type Manage = {
  [N in Name]: Record<never, never> extends OperationInput<N>
    ? (input?: OperationInput<N>, options?: CallOptions) => OperationResult<N>
    : (input: OperationInput<N>, options?: CallOptions) => OperationResult<N>
}

export function createManage(settings: Settings, token: string | undefined): Manage {
  const functions = Object.entries(operations)
    .filter(([, [, path]]) => path.startsWith('/manage/'))
    .map(([name, [method, path, query, contentType]]) => {
      const run = (input: Record<string, unknown> = {}, options?: CallOptions) => {
        const missing = [...path.matchAll(PARAMETER)].map(([, name]) => name!).find((name) => isMissing(input[name]))
        if (missing !== undefined) return Promise.resolve(failure('invalid_request', `${name} needs ${missing}.`))
        const request = { method, path: pathOf(path, input) + queryOf(query, input), credential: token }
        return call(settings, { ...request, body: input.body, contentType, repeatable: method === 'GET' }, options)
      }
      return [name, run]
    })
  return Object.fromEntries(functions) as Manage
}

const PARAMETER = /\{(\w+)\}/g
const isMissing = (value: unknown) => value === undefined || value === null || value === ''

function pathOf(path: string, input: Record<string, unknown>): string {
  return path.replace(PARAMETER, (_all, name: string) => encodeURIComponent(String(input[name])))
}

function queryOf(names: readonly string[], input: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const name of names) if (!isMissing(input[name])) search.set(name, String(input[name] as string | number))
  return search.size > 0 ? `?${search.toString()}` : ''
}

/**
 * Returns the rows of all pages of a list, as in `everyRow((cursor) => carillon.manage.listDeliveries({ ws: 1, cursor
 * }))`. If a page fails, returns its failure.
 */
export async function everyRow<T>(
  read: (cursor: string | undefined) => Promise<Outcome<{ data: T[]; next_cursor: string | null }>>,
): Promise<Outcome<T[]>> {
  const rows: T[] = []
  let cursor: string | undefined
  for (;;) {
    const page = await read(cursor)
    if (!page.ok) return page
    rows.push(...page.data.data)
    if (page.data.next_cursor === null) return { ...page, data: rows }
    cursor = page.data.next_cursor
  }
}
