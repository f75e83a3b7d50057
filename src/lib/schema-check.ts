// Checks against JSON schemas, compiled when they are first asked for: of most, a start or a test needs none.
import { Ajv2020, type AnySchema, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** Text is read as the type it should be (paths, queries); what is left out gets its default. */
type Mending = Pick<Options, 'coerceTypes' | 'useDefaults'>

const instances = new Map<string, Ajv2020>()

/** The check itself, at the first call and from then on. Its `errors` hold all that is wrong with what it saw last. */
export function checkOf<T = unknown>(schema: AnySchema, mending: Mending = {}): () => ValidateFunction<T> {
  let compiled: ValidateFunction<T> | undefined
  return () => {
    compiled ??= instanceFor(mending).compile<T>(schema)
    return compiled
  }
}

function instanceFor(mending: Mending): Ajv2020 {
  const key = JSON.stringify(mending)
  let instance = instances.get(key)
  if (!instance) {
    // The schemas are our own: holding them against the meta-schema would take longer than everything else.
    instance = new Ajv2020({ allErrors: true, strict: false, verbose: true, validateSchema: false, ...mending })
    formats.default(instance)
    instances.set(key, instance)
  }
  return instance
}
