// What the body of a provider's request says, before anything is known about its meaning.
import { exceededStructure } from '../lib/json/json-structure.ts'
import { keepable, mayBeUnkeepable } from '../lib/json/json-text.ts'
import { sizes } from '../limits.ts'

const LIMITS = { values: sizes.inboundValues, depth: 1000 }

/** The value of a body, with characters replaced that no database keeps; undefined when it is no JSON or holds too many values. */
export function readBody(body: Buffer): unknown {
  if (exceededStructure(body, LIMITS) !== undefined) return undefined
  const text = body.toString('utf8')
  try {
    const value: unknown = JSON.parse(text)
    return mayBeUnkeepable(text) ? keepable(value) : value
  } catch {
    return undefined
  }
}
