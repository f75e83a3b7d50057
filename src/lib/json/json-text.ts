// What JSON can say and a database or a provider can't keep: found once, before anything looks at the values.

export interface JsonProblem {
  path: string
  message: string
}

/**
 * Texts with NUL characters or lone surrogates, numbers that lose digits, nesting deeper than `depth`, more than `most`
 * values: whatever looks at the body next takes a time that grows with them, and nobody else is answered meanwhile.
 * Walks without recursion, so that depth is an answer and never a stack overflow.
 */
export function jsonProblems(root: unknown, { depth, most }: { depth: number; most: number }): JsonProblem[] {
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
      if (!Number.isFinite(value)) problems.push({ path, message: 'is a number too large to keep' })
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
            // Keys of arrays too; entries would allocate a pair for each value.
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
  if (!text.isWellFormed()) return 'contains half of a surrogate pair'
  return undefined
}

/** JSON with sorted keys: the same text for the same value, whatever order its keys came in. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}

/** How JSON spells NUL and half a surrogate pair, which PostgreSQL keeps in no text. */
const UNKEEPABLE = /\\u(?:0000|d[89a-f])/i

/** Whether a text of JSON may hold characters that PostgreSQL does not keep. */
export function mayBeUnstorable(json: string): boolean {
  return UNKEEPABLE.test(json)
}

/** The same value with NUL and half surrogate pairs replaced by U+FFFD in its texts; changes arrays and objects in place. */
export function storable(root: unknown): unknown {
  const box = [root]
  const open: object[] = [box]
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    const items: [string, unknown][] = Object.entries(holder)
    for (const [key, item] of items) {
      if (typeof item === 'string') {
        if (!isKeepable(item)) Reflect.set(holder, key, item.toWellFormed().replaceAll('\0', '\ufffd'))
      } else if (item !== null && typeof item === 'object') open.push(item)
    }
  }
  return box[0]
}

function isKeepable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
