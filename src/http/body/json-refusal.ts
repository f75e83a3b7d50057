// A body that is no acceptable JSON, as a refusal.
import { invalid, type Refusal } from '../../errors.ts'
import type { ParsedJson } from '../../lib/json/json-parse.ts'
import type { StructureLimits } from '../../lib/json/json-structure.ts'
import { sizes } from '../../limits.ts'

/** Levels at which a body is refused before it is parsed. Between the contract's limit and this, the field is named. */
const DEEPEST = 1000

/** What is counted before a body with at most `values` values is parsed. */
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
