// Compiles JSON schemas at their first use, because most starts and tests need only a few of them.
import { Ajv2020, type AnySchema, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** Options for paths and queries: text is converted to the type of its field, and a missing field gets its default. */
type Coercion = Pick<Options, 'coerceTypes' | 'useDefaults'>

/**
 * Maximum length of the texts that patterns and formats check. A longer text does not match, because V8 throws a
 * RangeError when an expression repeats a group a few million times. Every field with a pattern or format has a smaller
 * limit.
 */
const LONGEST_MATCHED = 65_536

const instances = new Map<string, Ajv2020>()

/** Returns a function that returns the compiled check. The `errors` of the check are the problems of the last value. */
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
    // Do not validate our own schemas against the meta-schema: it would take longer than everything else.
    const code = { regExp: boundedPattern }
    instance = new Ajv2020({ allErrors: true, strict: false, verbose: true, validateSchema: false, code, ...coercion })
    formats.default(instance)
    for (const name of FORMATS) instance.addFormat(name, boundedFormat(name))
    instances.set(key, instance)
  }
  return instance
}

/** The formats that our schemas use for texts from callers. */
const FORMATS = ['email', 'uri', 'date-time', 'date'] as const

function boundedFormat(name: (typeof FORMATS)[number]): (text: string) => boolean {
  let matches: ValidateFunction | undefined
  return (text) => {
    if (text.length > LONGEST_MATCHED) return false
    matches ??= formats.default(new Ajv2020({ validateSchema: false })).compile({ type: 'string', format: name })
    return matches(text)
  }
}

/** Replaces `new RegExp` for every `pattern`. */
const boundedPattern = Object.assign(
  (pattern: string, flags: string) => {
    const expression = new RegExp(pattern, flags)
    return {
      test: (text: string) => text.length <= LONGEST_MATCHED && expression.test(text),
      // The compiler identifies patterns by their text.
      toString: () => String(expression),
    }
  },
  { code: 'boundedPattern' },
)
