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
  escaped: (value: string) => string = (value) => value,
): string {
  let filled = 0
  return text.replace(PLACEHOLDER, (whole, name: string) => {
    if (!Object.hasOwn(values, name)) {
      missing?.add(name)
      return whole
    }
    if (filled > LONGEST_FILLING) return whole
    const value = escaped(values[name]!)
    filled += value.length
    return value
  })
}

/** The same for every string inside a JSON value; keys are left alone, and tell `escaped` where a value goes. */
export function fillPlaceholdersDeep<T>(
  value: T,
  values: Readonly<Record<string, string>>,
  missing?: Set<string>,
  escaped: (value: string, key: string) => string = (text) => text,
  key = '',
): T {
  if (typeof value === 'string') return fillPlaceholders(value, values, missing, (text) => escaped(text, key)) as T
  if (Array.isArray(value)) return value.map((item) => fillPlaceholdersDeep(item, values, missing, escaped, key)) as T
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, fillPlaceholdersDeep(item, values, missing, escaped, name)]),
    ) as T
  }
  return value
}

/** Every name that stands in a text of a JSON value, in the order they first appear. */
export function placeholdersIn(value: unknown): string[] {
  const names = new Set<string>()
  fillPlaceholdersDeep(value, {}, names)
  return [...names]
}
