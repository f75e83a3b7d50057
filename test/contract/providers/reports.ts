// Tests of a provider's webhooks: the receiver never throws, and every inbound event that it returns is valid.
import { describe, expect, it } from 'vitest'
import { faultsOf, now } from '../../harness/provider-bodies.ts'
import { fixtureName, type ProviderFixture, providerFor } from './fixture.ts'

/** A `toString` that is not a function throws when the value is converted to a string or number. */
const malformedValues: unknown[] = [
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

/** Defines the tests of a provider's receiver. Defines none for a fixture without reports. */
export function describeReports(fixture: ProviderFixture): void {
  const { http, reports } = fixture
  const { receiver } = providerFor(fixture)
  if (!http || !reports || !receiver) return
  const settings = http.settings('http://127.0.0.1:1')
  describe(`a report of ${fixtureName(fixture)}`, () => {
    it('is read completely', () => {
      const kinds = reports.flatMap((body) => receiver.read(body, settings, now).map(({ kind }) => kind))
      expect(kinds).not.toContain('unreadable')
      expect(kinds.length).toBeGreaterThanOrEqual(reports.length)
    })

    it('is read without an exception when it contains a value of a wrong type', () => {
      const faults = reports.flatMap((body) =>
        pathsOf(body).flatMap((path) =>
          malformedValues.flatMap((odd) => {
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
