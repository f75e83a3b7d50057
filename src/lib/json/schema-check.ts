// Checks against JSON schemas, compiled when they are first asked for: of most, a start or a test needs none.
import { Ajv2020, type AnySchema, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** Text is read as the type it should be (paths, queries); what is left out gets its default. */
type Coercion = Pick<Options, 'coerceTypes' | 'useDefaults'>

/**
 * Characters of the longest text that a pattern or a format looks at. A longer one is refused as if it did not match: every
 * such field has a smaller limit, and V8 throws a RangeError where an expression repeats a group a few million times.
 */
const LONGEST_MATCHED = 65_536

const instances = new Map<string, Ajv2020>()

/** The check itself, at the first call and from then on. Its `errors` hold all that is wrong with what it saw last. */
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
    // The schemas are our own: holding them against the meta-schema would take longer than everything else.
    const code = { regExp: boundedPattern }
    instance = new Ajv2020({ allErrors: true, strict: false, verbose: true, validateSchema: false, code, ...coercion })
    formats.default(instance)
    for (const name of FORMATS) instance.addFormat(name, boundedFormat(name))
    instances.set(key, instance)
  }
  return instance
}

/** The formats of our schemas that texts of callers are held against. */
const FORMATS = ['email', 'uri', 'date-time', 'date'] as const

function boundedFormat(name: (typeof FORMATS)[number]): (text: string) => boolean {
  let matches: ValidateFunction | undefined
  return (text) => {
    if (text.length > LONGEST_MATCHED) return false
    matches ??= formats.default(new Ajv2020({ validateSchema: false })).compile({ type: 'string', format: name })
    return matches(text)
  }
}

/** In place of `new RegExp`, for every `pattern`. */
const boundedPattern = Object.assign(
  (pattern: string, flags: string) => {
    const expression = new RegExp(pattern, flags)
    return {
      test: (text: string) => text.length <= LONGEST_MATCHED && expression.test(text),
      // The compiler tells patterns apart by their text.
      toString: () => String(expression),
    }
  },
  { code: 'boundedPattern' },
)
