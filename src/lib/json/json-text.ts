// Finds JSON values that PostgreSQL or a provider cannot store. Runs before other code uses the values.

export interface JsonProblem {
  path: string
  message: string
}

/**
 * Returns at most 20 problems of a value. The problems are strings with NUL characters or unpaired surrogates, numbers
 * that would lose digits, nesting deeper than `depth`, and more than `most` values in total. The two limits also keep
 * later steps from blocking other requests for too long. Recursion ends at the limit of the depth, so deep nesting does
 * not overflow the stack.
 */
export function jsonProblems(root: unknown, limits: { depth: number; most: number }): JsonProblem[] {
  return countSound(root, limits.depth, limits.most) === undefined ? findProblems(root, limits) : []
}

/**
 * Counts the members of a value at all depths. Returns undefined if the value has a problem. This is faster than
 * `findProblems`, because it computes no paths. It recurses at most `depth` times.
 */
function countSound(value: unknown, depth: number, most: number): number | undefined {
  if (typeof value === 'string') return textProblem(value) === undefined ? 0 : undefined
  if (typeof value === 'number') return Number.isSafeInteger(value) || isFraction(value) ? 0 : undefined
  if (value === null || typeof value !== 'object') return 0
  if (depth === 0) return undefined
  if (!Array.isArray(value) && Object.keys(value).some((key) => textProblem(key) !== undefined)) return undefined
  const items: unknown[] = Array.isArray(value) ? value : Object.values(value)
  let members = items.length
  for (const item of items) {
    if (members > most) return undefined
    const inner = countSound(item, depth - 1, most)
    if (inner === undefined) return undefined
    members += inner
  }
  return members > most ? undefined : members
}

function isFraction(value: number): boolean {
  return Number.isFinite(value) && !Number.isInteger(value)
}

function findProblems(root: unknown, { depth, most }: { depth: number; most: number }): JsonProblem[] {
  const problems: JsonProblem[] = []
  let values = 0
  const open: { value: unknown; path: string; level: number }[] = [{ value: root, path: '', level: 0 }]
  while (problems.length < 20) {
    const next = open.pop()
    if (next === undefined) break
    const { value, path, level } = next
    if (typeof value === 'string') {
      const problem = textProblem(value)
      if (problem) problems.push({ path, message: problem })
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) problems.push({ path, message: 'is a number that is too large' })
      else if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
        problems.push({ path, message: 'is an integer that would lose digits; send it as a string' })
      }
    } else if (value !== null && typeof value === 'object') {
      if (level >= depth) problems.push({ path, message: `is nested more than ${depth} levels deep` })
      else {
        const keys = Object.keys(value)
        values += keys.length
        if (values > most) return [{ path, message: `has too many values; at most ${most} in total are allowed` }]
        for (const key of keys) {
          const problem = Array.isArray(value) ? undefined : textProblem(key)
          if (problem) problems.push({ path, message: `has a key that ${problem}` })
          else {
            // Read the members by key. This also works for arrays. Object.entries would allocate a pair for each value.
            const item = (value as Record<string, unknown>)[key]
            open.push({ value: item, path: path ? `${path}.${key}` : key, level: level + 1 })
          }
        }
      }
    }
  }
  return problems
}

function textProblem(text: string): string | undefined {
  if (text.includes('\u0000')) return 'contains a NUL character'
  if (!text.isWellFormed()) return 'contains an unpaired surrogate'
  return undefined
}

/**
 * Returns JSON with sorted keys. Equal values therefore have equal texts. The nesting of `value` must be limited,
 * because the function recurses.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(withSortedKeys(value))
}

/** Returns the value with sorted keys at every depth. An object whose keys are already sorted is not copied. */
function withSortedKeys(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(withSortedKeys)
  const entries: [string, unknown][] = Object.entries(value)
  let isSame = true
  let previous = ''
  for (const entry of entries) {
    const [key, item] = entry
    entry[1] = withSortedKeys(item)
    isSame &&= entry[1] === item && previous <= key
    previous = key
  }
  return isSame ? value : Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Matches the JSON escapes of NUL and of surrogates. PostgreSQL cannot store NUL or unpaired surrogates. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i

/**
 * Returns true if JSON text may contain characters that PostgreSQL cannot store. Also returns true for some texts that
 * PostgreSQL can store, because paired surrogates match too.
 */
export function mayBeUnstorable(json: string): boolean {
  return UNSTORABLE.test(json)
}

/**
 * In all strings of a value, replaces NUL characters and unpaired surrogates by U+FFFD. Changes the arrays and objects
 * of the value directly.
 */
export function storable(root: unknown): unknown {
  const box = [root]
  const open: object[] = [box]
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    const items: [string, unknown][] = Object.entries(holder)
    for (const [key, item] of items) {
      if (typeof item === 'string') {
        if (!isStorable(item)) Reflect.set(holder, key, item.toWellFormed().replaceAll('\0', '\ufffd'))
      } else if (item !== null && typeof item === 'object') open.push(item)
    }
  }
  return box[0]
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
