// Generators of unusual values: any JSON, and valid bodies with changed parts. Also the number of runs of each fuzz
// test.
import fc from 'fast-check'

/**
 * Returns the options of a fuzz test with `count` runs. By default the values are always the same, so that only a code
 * change can fail a test.
 * FUZZ_TIMES multiplies the number of runs and generates new values. A failure prints the seed and the path that
 * reproduce the failure. FUZZ_SEED repeats a run with the values of a seed.
 */
export function runs(count: number): { numRuns: number; seed?: number } {
  const { FUZZ_TIMES: times, FUZZ_SEED: seed } = process.env
  if (times === undefined) return { numRuns: count, seed: 20_300_201 }
  return { numRuns: count * Number(times), ...(seed === undefined ? {} : { seed: Number(seed) }) }
}

/**
 * Values that programs handle badly. A `toString` that is not a
 * function throws when the value is converted to a string.
 */
const oddValues: unknown[] = [
  ...[
    null,
    0,
    -0,
    -1,
    1.5,
    1e300,
    2 ** 53,
    -(2 ** 63),
    true,
    false,
    '',
    ' ',
    'x',
    '0',
    'null',
    '\0',
    '\ud800',
    '\udc00a',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '{{name}}',
    '{{',
    '\u202e',
    '\r\nBcc: a@b.it',
    '<b>',
    '%00',
    '../..',
    '𝕏',
  ],
  ...['x'.repeat(70_000), [], [1], [null], {}, { a: 1 }, { toString: 1, valueOf: 1 }, { length: -1 }, [[[[[[]]]]]]],
]

/** Any JSON value. The values of `oddValues` occur more frequently than other values. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...oddValues) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)

interface Change {
  /** The changed part has this index, modulo the number of parts. */
  part: number
  how: 'replaced' | 'removed' | 'joined' | 'doubled'
  name: string
  value: unknown
}

const change: fc.Arbitrary<Change> = fc.record({
  part: fc.nat(),
  how: fc.constantFrom('replaced', 'replaced', 'removed', 'joined', 'doubled'),
  name: fc.oneof(fc.constantFrom('toString', 'id', 'name', 'url', 'at', '', '0'), fc.string()),
  value: anyJson,
})

/** Generates one of these bodies with one to four changed parts. */
export function changedBodies(...bodies: unknown[]): fc.Arbitrary<unknown> {
  return changedParts(fc.constantFrom(...bodies))
}

/** Changes one to four parts of the generated bodies. */
export function changedParts(bodies: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(bodies, fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([body, changes]) => changes.reduce(apply, body))
}

/** Generates the JSON text of a body with some characters changed, removed or added. */
export function corruptedJson(...bodies: unknown[]): fc.Arbitrary<string> {
  const textChange = fc.record({
    at: fc.nat(),
    length: fc.nat(3),
    text: fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('"', '{', '}', '\\', '\0', ',')),
  })
  return fc
    .tuple(fc.constantFrom(...bodies), fc.array(textChange, { minLength: 1, maxLength: 3 }))
    .map(([body, edits]) =>
      edits.reduce((text, { at, length, text: other }) => {
        const begin = at % (text.length + 1)
        return text.slice(0, begin) + other + text.slice(begin + length)
      }, JSON.stringify(body)),
    )
}

type Path = (string | number)[]

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...at, key]))]
}

function apply(body: unknown, { part, how, name, value }: Change): unknown {
  const paths = pathsOf(body)
  return changeAt(body, paths[part % paths.length]!, (old) => {
    if (how === 'joined' && typeof old === 'object' && old !== null && !Array.isArray(old))
      return { ...old, [name]: value }
    if (how === 'doubled' && Array.isArray(old)) return [...old, ...old]
    return how === 'removed' ? undefined : value
  })
}

/** Returns a copy of `value` with the part at `path` changed by `how`. JSON text omits an undefined field. */
function changeAt(value: unknown, [key, ...rest]: Path, how: (old: unknown) => unknown): unknown {
  if (key === undefined) return how(value)
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) }
  copy[key] = changeAt(copy[key], rest, how)
  return copy
}
