// Values nobody thought of: any JSON, a good body with parts changed, and how many of them a property is tried with.
import fc from 'fast-check'

/**
 * The same values on every run, so that a change fails for its own sake alone. FUZZ_TIMES multiplies their number and takes
 * new ones each time; what fails is told with the seed and path that bring it back.
 */
export function runs(count: number): { numRuns: number; seed?: number } {
  const times = process.env.FUZZ_TIMES
  return times === undefined ? { numRuns: count, seed: 20_300_201 } : { numRuns: count * Number(times) }
}

/** What programs stumble over: `toString` that is no function makes whatever turns the value into text throw. */
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

/** Any JSON value, and the odd ones more often than chance would have them. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...oddValues) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)

interface Change {
  /** Which part, counted through and round. */
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

/** One of these bodies with one to four of its parts changed. */
export function changedBodies(...bodies: unknown[]): fc.Arbitrary<unknown> {
  return fc
    .tuple(fc.constantFrom(...bodies), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([body, changes]) => changes.reduce(apply, body))
}

/** JSON text of it with some of its characters changed, cut off or doubled. */
export function corruptedJson(...bodies: unknown[]): fc.Arbitrary<string> {
  const textChange = fc.record({
    at: fc.nat(),
    length: fc.nat(3),
    text: fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('"', '{', '}', '\\', '\0', ',')),
  })
  return fc
    .tuple(fc.constantFrom(...bodies), fc.array(textChange, { minLength: 1, maxLength: 3 }))
    .map(([body, slips]) =>
      slips.reduce((text, { at, length, text: other }) => {
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

/** A copy of `value` with what stands at `path` changed; undefined leaves JSON text altogether. */
function changeAt(value: unknown, [key, ...rest]: Path, how: (old: unknown) => unknown): unknown {
  if (key === undefined) return how(value)
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) }
  copy[key] = changeAt(copy[key], rest, how)
  return copy
}
