// What a provider posts, as tests of one dialect: its receiver never throws, and every part that it reads is as the contract says.
import { describe, expect, it } from 'vitest'
import { faultsOf, now } from '../../harness/provider-bodies.ts'
import { type Dialect, named, providerFor } from './dialect.ts'

/** `toString` that is no function makes whatever converts the value to a text or number throw. */
const oddities: unknown[] = [
  ...[null, undefined, 0, -1, 1.5, 1e300, Number.NaN, true, '', ' ', 'x', '\0', '\ud800', '__proto__'],
  ...['x'.repeat(100_000), [], [1], [null], {}, { a: 1 }, { toString: 1, valueOf: 1 }],
]

type Path = (string | number)[]

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...at, key]))]
}

/** A copy of `value` with `odd` at `path`. */
function changed(value: unknown, [key, ...rest]: Path, odd: unknown): unknown {
  if (key === undefined) return odd
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) }
  copy[key] = changed(copy[key], rest, odd)
  return copy
}

/** Tests the receiver of a provider over HTTP with the reports of its dialect. Defines nothing for a dialect without them. */
export function describeReports(dialect: Dialect): void {
  const { http, reports } = dialect
  const { receiver } = providerFor(dialect)
  if (!http || !reports || !receiver) return
  const settings = http.settings('http://127.0.0.1:1')
  describe(`what ${named(dialect)} sends`, () => {
    it('a report is read in every part', () => {
      const kinds = reports.flatMap((body) => receiver.read(body, settings, now).map(({ kind }) => kind))
      expect(kinds).not.toContain('unreadable')
      expect(kinds.length).toBeGreaterThanOrEqual(reports.length)
    })

    it('a report with wrong types in any place is read without an exception', () => {
      const faults = reports.flatMap((body) =>
        pathsOf(body).flatMap((path) =>
          oddities.flatMap((odd) => {
            const strange = changed(body, path, odd)
            receiver.repeatKey?.(strange, settings)
            const found = receiver.read(strange, settings, now).flatMap(faultsOf)
            return found.map((fault) => `${path.join('.')} = ${JSON.stringify(odd)?.slice(0, 40)}: ${fault}`)
          }),
        ),
      )
      expect(faults).toEqual([])
    })
  })
}
