// `{{key}}` in texts: found in one pass, replaced by own values only, never expanded twice.

const PLACEHOLDER = /\{\{\s*([^\s{}]+)\s*\}\}/g

/**
 * Characters of values that are put into one text; what comes after is left as written. More than anybody takes, so such
 * a text is refused for its length, and a short template with a long value can't fill the memory before that.
 */
const LONGEST_FILLING = 1_000_000

/**
 * The text with each placeholder replaced by its value. A name without a value stays as written and is added to
 * `missing`. Values are data: one that looks like a placeholder is not expanded; `escaped` writes a value so that the
 * text's own language takes it as data too.
 */
export function fillPlaceholders(
  text: string,
  values: Readonly<Record<string, string>>,
  missing?: Set<string>,
  escaped?: (value: string, inCode: boolean) => string,
): string {
  let filled = 0
  const isCode = escaped ? codeSpansOf(text) : undefined
  return text.replace(PLACEHOLDER, (whole, name: string, at: number) => {
    if (!Object.hasOwn(values, name)) {
      missing?.add(name)
      return whole
    }
    if (filled > LONGEST_FILLING) return whole
    const own = values[name]!
    const value = escaped ? escaped(own, isCode!(at)) : own
    filled += value.length
    return value
  })
}

/** Says of places, asked in their order, whether a code span of Markdown is open there: an odd number of backtick runs before. */
function codeSpansOf(text: string): (place: number) => boolean {
  const runs = /(?<![\\`])`+/g
  let next = runs.exec(text)
  let count = 0
  return (place) => {
    for (; next && next.index < place; next = runs.exec(text)) count++
    return count % 2 === 1
  }
}

/** Where a text stands inside a JSON value. */
export interface TextPlace {
  /** The name of its field. */
  key: string
  /** The object that has the field; empty for a text in a list. */
  holder: Readonly<Record<string, unknown>>
  /** The name of the field that has `holder`. */
  holderKey: string
  /** The placeholder stands in a code span, if the text is Markdown. */
  inCode: boolean
}

/** The same for every string inside a JSON value; keys are left alone, and `escaped` is given where a value goes. */
export function fillPlaceholdersDeep<T>(
  value: T,
  values: Readonly<Record<string, string>>,
  missing?: Set<string>,
  escaped?: (value: string, place: TextPlace) => string,
  place: Omit<TextPlace, 'inCode'> = { key: '', holder: {}, holderKey: '' },
): T {
  if (typeof value === 'string') {
    const here = escaped && ((text: string, inCode: boolean) => escaped(text, { ...place, inCode }))
    return fillPlaceholders(value, values, missing, here) as T
  }
  if (Array.isArray(value)) return value.map((item) => fillPlaceholdersDeep(item, values, missing, escaped, place)) as T
  if (value === null || typeof value !== 'object') return value
  const holder = value as Record<string, unknown>
  const entries = Object.entries(holder).map(([key, item]) => [
    key,
    fillPlaceholdersDeep(item, values, missing, escaped, { key, holder, holderKey: place.key }),
  ])
  return Object.fromEntries(entries) as T
}

/** Every name that stands in a text of a JSON value, in the order they first appear. */
export function placeholdersIn(value: unknown): string[] {
  const names = new Set<string>()
  fillPlaceholdersDeep(value, {}, names)
  return [...names]
}
