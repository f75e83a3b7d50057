// The sample values of a template, for the preview and for test messages.
import { type EditedTemplate, textsOf, variablesOf } from './content/edited-template.ts'
import { objectOf } from './content/stored-content.ts'

export interface Samples {
  vars: Record<string, string>
  /** The field `data` of a send request, as JSON. Only templates with Liquid use it. */
  data: string
  /** Sample messages of a digest, as a JSON list. */
  items: string
}

/** The names and paths that a template uses. */
export interface UsedNames {
  vars: string[]
  /** Paths in `data`, such as `order.total`. A path with `[]` is in an entry of a list: `order.items[].name`. */
  data: string[]
  /** Whether the template uses the messages of a digest. */
  ofDigest: boolean
}

/** The values that the service sets for a digest. */
const OF_DIGEST = ['items', 'items_count', 'more']

const IN_DATA = /^data\.(?=.)/

/**
 * Returns the names that the template uses. The API analyzes templates with Liquid; the portal finds the placeholders of
 * other templates itself.
 */
export function usedNames(edited: EditedTemplate, analyzed: Record<string, string[]>): UsedNames {
  const isOfDigest = (name: string) => OF_DIGEST.includes(name.split('.')[0] ?? '')
  if (edited.engine === 'placeholders') {
    const vars = variablesOf(edited)
    return { vars: vars.filter((name) => !isOfDigest(name)), data: [], ofDigest: vars.some(isOfDigest) }
  }
  const names = [...new Set(Object.values(analyzed).flat())]
  return {
    ofDigest: names.some(isOfDigest),
    vars: names.filter((name) => name !== 'data' && !IN_DATA.test(name) && !isOfDigest(name)),
    data: [
      ...names.filter((name) => IN_DATA.test(name)).map((name) => name.replace(IN_DATA, '')),
      ...entryPaths(edited),
    ],
  }
}

/** Returns the fields of a request: no empty values, so that their placeholders stay visible, and `data` if it is valid. */
export function sampleFields({ vars, data, items }: Samples, usesLiquid: boolean) {
  const filled = Object.fromEntries(Object.entries(vars).filter(([, value]) => value !== ''))
  const object = objectOf(data)
  const hasData = usesLiquid && object !== undefined && Object.keys(object).length > 0
  const list = digestItemsOf(items)
  return {
    vars: filled,
    ...(hasData ? { data: object } : {}),
    ...(list !== undefined && list.length > 0 ? { items: list } : {}),
  }
}

/** Returns the sample messages of a digest. Returns an empty list for an empty text, and undefined for invalid JSON. */
export function digestItemsOf(text: string): object[] | undefined {
  if (text.trim() === '') return []
  try {
    const list: unknown = JSON.parse(text)
    const isItem = (item: unknown): item is object => typeof item === 'object' && item !== null && !Array.isArray(item)
    return Array.isArray(list) && list.every(isItem) ? list : undefined
  } catch {
    return undefined
  }
}

/** An example of the messages of a digest. */
export const EXAMPLE_ITEMS = JSON.stringify(
  [
    { vars: { name: 'Ada' }, data: {} },
    { vars: { name: 'Bob' }, data: {} },
  ],
  null,
  2,
)

/** Returns the values from which the editor completes names in Liquid. */
export function completionData({ vars, data }: Samples): Record<string, unknown> {
  return { ...vars, data: objectOf(data) ?? {} }
}

/** Matches a loop over a list in `data`, with the name of an entry and the path of the list. */
const LOOP = /\bfor +(\w+) +in +data\.([\w.]+)/g

/** Matches a property of a variable. */
const PROPERTY = /\b(\w+)\.(\w+)/g

/** Returns the paths of the entries that loops read: `{% for item in data.items %}{{ item.name }}` has `items[].name`. */
function entryPaths(edited: EditedTemplate): string[] {
  return textsOf(edited).flatMap((text) => {
    const read = Array.from(text.matchAll(PROPERTY), ([, variable, property]) => ({ variable, property }))
    return Array.from(text.matchAll(LOOP)).flatMap(([, entry, list]) => {
      const properties = read.filter(({ variable }) => variable === entry)
      return properties.length === 0 ? [`${list}[]`] : properties.map(({ property }) => `${list}[].${property}`)
    })
  })
}

type Json = { [name: string]: Json } | Json[] | string

/** Returns an example of `data` with a value for each path. */
export function exampleData(paths: readonly string[]): string {
  const root: { [name: string]: Json } = {}
  // Lists first: a list is also in the paths as a plain value.
  for (const path of paths.toSorted((one, other) => Number(other.includes('[]')) - Number(one.includes('[]'))))
    put(root, path.split('.'))
  return JSON.stringify(root, null, 2)
}

function put(at: { [name: string]: Json }, [name = '', ...rest]: string[]): void {
  const key = name.replace('[]', '')
  const isList = name.endsWith('[]')
  if (rest.length === 0) {
    at[key] ??= isList ? ['1', '2'] : key
    return
  }
  const known = at[key]
  const inner = Array.isArray(known) ? known[0] : known
  const next = typeof inner === 'object' && !Array.isArray(inner) ? inner : {}
  at[key] = isList || Array.isArray(known) ? [next] : next
  put(next, rest)
}
