// Error responses for bodies that are not valid JSON or exceed the limits of depth and size.
import { invalid, type Refusal } from '../../errors.ts'
import type { ParsedJson } from '../../lib/json/json-parse.ts'
import type { StructureLimits } from '../../lib/json/json-structure.ts'
import { sizes } from '../../limits.ts'

/**
 * Maximum depth of a body that is parsed. A deeper body is refused before it is parsed. The routes permit less depth,
 * and their error response names the field that is nested too deeply.
 */
const DEEPEST = 1000

/**
 * Returns the limits that are checked before a body is parsed. `values` is the maximum number of JSON values in the
 * body.
 */
export function structureOf(values: number): StructureLimits {
  return { values, depth: DEEPEST }
}

export function jsonRefusal(fault: Exclude<ParsedJson, { value: unknown }>, limits: StructureLimits): Refusal {
  if ('text' in fault) return { code: 'malformed_json', message: fault.text }
  const message =
    fault.structure === 'values'
      ? `has too many values; at most ${limits.values} in total are allowed`
      : `is nested more than ${sizes.nesting} levels deep`
  return invalid({ body: [message] })
}
