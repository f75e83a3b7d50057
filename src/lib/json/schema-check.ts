// Compiles each JSON schema when it is first used, because most processes and tests need only a few schemas.
import { Ajv2020, type AnySchema, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/**
 * Options for path and query parameters: a text is converted to the type of its field, and a missing field gets its
 * default.
 */
type Coercion = Pick<Options, 'coerceTypes' | 'useDefaults'>

/**
 * Maximum length of the texts that are checked by patterns and formats. A longer text counts as invalid, because V8
 * throws a RangeError when an expression repeats a group millions of times. Each field with a pattern or a format has a
 * smaller limit.
 */
const LONGEST_MATCHED = 65_536

const instances = new Map<string, Ajv2020>()

/**
 * Returns a function that compiles the schema at its first call and returns the compiled check. After each check,
 * the property `errors` of the compiled check contains the problems of the checked value.
 */
export function checkOf<T = unknown>(schema: AnySchema, coercion: Coercion = {}): () => ValidateFunction<T> {
  let compiled: ValidateFunction<T> | undefined
  return () => {
    compiled ??= instanceFor(coercion).compile<T>(schema)
    return compiled
  }
}

function instanceFor(coercion: Coercion): Ajv2020 {
  const key = JSON.stringify(coercion)
  let instance = instances.get(key)
  if (!instance) {
    // Do not check our schemas against the meta-schema, because this would take longer than all other work.
    const code = { regExp: boundedPattern }
    instance = new Ajv2020({ allErrors: true, strict: false, verbose: true, validateSchema: false, code, ...coercion })
    formats.default(instance)
    for (const name of FORMATS) instance.addFormat(name, boundedFormat(name))
    instances.set(key, instance)
  }
  return instance
}

/** The formats that our schemas use for the texts of callers. */
const FORMATS = ['email', 'uri', 'date-time', 'date'] as const

function boundedFormat(name: (typeof FORMATS)[number]): (text: string) => boolean {
  let matches: ValidateFunction | undefined
  return (text) => {
    if (text.length > LONGEST_MATCHED) return false
    matches ??= formats.default(new Ajv2020({ validateSchema: false })).compile({ type: 'string', format: name })
    return matches(text)
  }
}

/** The compiler calls this instead of `new RegExp`, for every `pattern`. */
const boundedPattern = Object.assign(
  (pattern: string, flags: string) => {
    const expression = new RegExp(pattern, flags)
    return {
      test: (text: string) => text.length <= LONGEST_MATCHED && expression.test(text),
      // The compiler uses this text to recognize patterns that it has already compiled.
      toString: () => String(expression),
    }
  },
  { code: 'boundedPattern' },
)
