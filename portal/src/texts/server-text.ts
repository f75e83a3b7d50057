// Translates the English texts of the API. The API stays English because developers read it too.

/** Maps English texts to translations. `{name}` stands for any text, `{n}` for a number. */
export type ServerCatalog = Record<string, string>

/** Returns the translation of a text, or the text itself if it has no translation. */
export type ServerText = (text: string) => string

interface Template {
  /**
   * The fixed parts of the template, before, between and after its placeholders. Their number is one more than the
   * number of placeholders.
   */
  parts: string[]
  names: string[]
  translation: string
  /** The number of letters in the fixed parts. */
  letters: number
  /** True if the template has few letters. A short template can match texts of providers by chance. */
  isShort: boolean
}

interface Translator {
  catalog: ServerCatalog
  /** The templates. The templates with the most letters come first. */
  templates: Template[]
  lists: [separator: string, joint: string][]
  /** The number of texts that one call may still translate. The limit bounds the time for long texts of providers. */
  work: { left: number }
}

const MOST_TEXTS = 300

/**
 * A template is short if its fixed parts have fewer than `all` letters together, and if fewer than `first` letters
 * stand before the first placeholder.
 */
const LETTERS = { all: 8, first: 4 }

/** A text without a translation is split at these separators, in this order, and its parts are translated. */
const SEPARATORS = ['. ', '; ', ': ', ', ']

/** Returns the translation function of a catalog. `lists` translates words that join lists, such as " or ". */
export function serverTextOf(catalog: ServerCatalog, lists: Record<string, string> = {}): ServerText {
  const templates = Object.entries(catalog)
    .filter(([text]) => text.includes('{'))
    .map(([text, translation]) => templateOf(text, translation))
    .sort((one, other) => other.letters - one.letters)
  const translator = { catalog, templates, lists: Object.entries(lists) }
  return (text) => translated({ ...translator, work: { left: MOST_TEXTS } }, text) ?? text
}

function templateOf(text: string, translation: string): Template {
  // `split` also returns the names, because the pattern has a capture group. Every second part is therefore a name.
  const split = text.split(/\{(\w+)\}/)
  const parts = split.filter((_, at) => at % 2 === 0)
  const names = split.filter((_, at) => at % 2 === 1)
  const letters = lettersIn(parts.join(''))
  const isShort = letters < LETTERS.all && lettersIn(parts[0] ?? '') < LETTERS.first
  return { parts, names, translation, letters, isShort }
}

function lettersIn(text: string): number {
  return text.replaceAll(/[^A-Za-z]/g, '').length
}

/** Returns undefined if neither the text nor a part of it has a translation. */
function translated(translator: Translator, given: string): string | undefined {
  const text = given.trim()
  if (text === '' || translator.work.left-- <= 0) return undefined
  const found =
    whole(translator, text, isCertain) ??
    reason(translator, text) ??
    inParts(translator, text) ??
    whole(translator, text, isPossible) ??
    withAddition(translator, text)
  return found === undefined ? undefined : given.replace(text, () => found)
}

/**
 * Returns whether a match of a template with these values is certain enough. Another text can match the template by
 * chance.
 */
type Check = (template: Template, values: string[]) => boolean

/**
 * Accepts a match if the template is not short, and if no value contains a separator. Exception: the value at the end
 * of the template may contain a separator. A separator in an earlier value probably means that another text precedes
 * the text of the template.
 */
const isCertain: Check = ({ parts, isShort }, values) => {
  const inside = parts.at(-1) === '' ? values.slice(0, -1) : values
  return !isShort && !inside.some((value) => /[.;:] /.test(value))
}

const isPossible: Check = () => true

function whole(translator: Translator, text: string, check: Check): string | undefined {
  const { catalog, templates } = translator
  if (Object.hasOwn(catalog, text)) return catalog[text]
  for (const template of templates) {
    const values = valuesIn(text, template)
    const found = values && check(template, values) ? filled(translator, template, values) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Returns the translation, filled with the values. A short template may match a text by chance. Therefore returns
 * undefined if a value for a short template has several words and no translation.
 */
function filled(translator: Translator, { names, translation, isShort }: Template, values: string[]) {
  const byName = new Map<string, string>()
  for (const [at, name] of names.entries()) {
    const value = values[at] ?? ''
    const found = translated(translator, value) ?? listOfNames(translator, value)
    if (found === undefined && isShort && /\s/.test(value.trim())) return undefined
    byName.set(name, found ?? value)
  }
  return translation.replaceAll(/\{(\w+)\}/g, (_, name: string) => byName.get(name) ?? '')
}

/** Translates the joining words in a list of field names, such as `dkim.domain`. */
function listOfNames({ lists }: Translator, text: string): string | undefined {
  const isList = (separator: string) => text.includes(separator) && text.split(separator).every(isName)
  const list = lists.find(([separator]) => isList(separator))
  return list && text.replaceAll(...list)
}

function isName(text: string): boolean {
  return /^[\w.]+$/.test(text)
}

/**
 * Returns the values between the fixed parts, or undefined if the text does not contain the parts in this order.
 * Each part is searched once, after the previous part, so the time is linear in the length of the text.
 */
function valuesIn(text: string, { parts, names }: Template): string[] | undefined {
  const first = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  const end = text.length - last.length
  if (!text.startsWith(first) || !text.endsWith(last) || end < first.length) return undefined
  const values: string[] = []
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = part === '' ? endOfWord(text, at) : text.indexOf(part, at)
    if (found < 0 || found + part.length > end) return undefined
    values.push(text.slice(at, found))
    at = found + part.length
  }
  values.push(text.slice(at, end))
  return values.some((value, index) => names[index] === 'n' && !/^[\d.,]+$/.test(value)) ? undefined : values
}

/**
 * Returns the end of the word at a position. If two placeholders are adjacent, the first placeholder stands for one
 * word.
 */
function endOfWord(text: string, from: number): number {
  const length = text.slice(from).search(/[\s:;,.(]/)
  return length < 0 ? text.length : from + length
}

/**
 * Translates a sentence that the server made from a reason. The catalog contains reasons in lower case and without a
 * period.
 */
function reason(translator: Translator, text: string): string | undefined {
  const bare = text.endsWith('.') ? text.slice(0, -1) : text
  const lower = bare.charAt(0).toLowerCase() + bare.slice(1)
  const asWritten = bare === text ? undefined : (whole(translator, bare, isCertain) ?? withAddition(translator, bare))
  if (asWritten !== undefined) return asWritten + text.slice(bare.length)
  const found = lower === bare ? undefined : whole(translator, lower, isCertain)
  return found && found.charAt(0).toUpperCase() + found.slice(1) + text.slice(bare.length)
}

function inParts(translator: Translator, text: string): string | undefined {
  const separators = [...SEPARATORS.map((each) => [each, each] as const), ...translator.lists]
  for (const [separator, joint] of separators) {
    const found = joined(translator, text, separator, joint)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Splits the text at the first separator whose preceding text has a translation, and translates both sides. If there is
 * no such separator, translates only the text after the first separator.
 */
function joined(translator: Translator, text: string, separator: string, joint: string): string | undefined {
  // The period belongs to the sentence that it ends.
  const kept = separator.startsWith('.') ? 1 : 0
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) {
    const head = translated(translator, text.slice(0, at + kept))
    const tail = text.slice(at + separator.length)
    if (head !== undefined) return head + joint.slice(kept) + (translated(translator, tail) ?? tail)
  }
  const first = text.indexOf(separator)
  const rest = first < 0 ? undefined : translated(translator, text.slice(first + separator.length))
  return rest === undefined ? undefined : text.slice(0, first) + joint + rest
}

/**
 * Translates a reason that is followed by the provider's text in parentheses. Also translates a text that consists only
 * of parentheses.
 */
function withAddition(translator: Translator, text: string): string | undefined {
  if (!text.endsWith(')')) return undefined
  if (text.startsWith('(')) {
    const inside = translated(translator, text.slice(1, -1))
    return inside && `(${inside})`
  }
  const at = text.endsWith('")') ? text.indexOf(' ("') : text.lastIndexOf(' (')
  const head = at < 0 ? undefined : translated(translator, text.slice(0, at))
  if (head === undefined) return undefined
  const addition = text.slice(at + 1)
  return `${head} ${translated(translator, addition) ?? addition}`
}
