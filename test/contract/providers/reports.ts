// Tests of a provider's webhooks: the receiver never throws, and every inbound event that it returns is valid.
import { describe, expect, it } from 'vitest'
import { faultsOf, now } from '../../harness/provider-bodies.ts'
import { fixtureName, type ProviderFixture, providerFor } from './fixture.ts'

/** In the last value, `toString` is not a function. Therefore its conversion to a string or number throws an error. */
const malformedValues: unknown[] = [
  ...[null, undefined, 0, -1, 1.5, 1e300, Number.NaN, true, '', ' ', 'x', '\0', '\ud800', '__proto__'],
  ...['x'.repeat(100_000), [], [1], [null], {}, { a: 1 }, { toString: 1, valueOf: 1 }],
]

type Path = (string | number)[]

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...at, key]))]
}

/** Returns a copy of `value` with `malformed` at `path`. */
function changed(value: unknown, [key, ...rest]: Path, malformed: unknown): unknown {
  if (key === undefined) return malformed
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) }
  copy[key] = changed(copy[key], rest, malformed)
  return copy
}

/** Defines the tests of a provider's receiver. Defines none for a fixture without reports. */
export function describeReports(fixture: ProviderFixture): void {
  const { http, reports } = fixture
  const { receiver } = providerFor(fixture)
  if (!http || !reports || !receiver) return
  const settings = http.settings('http://127.0.0.1:1')
  describe(`webhook reports of ${fixtureName(fixture)}`, () => {
    it('reads every part of a valid provider report', () => {
      const kinds = reports.flatMap((body) => receiver.read(body, settings, now).map(({ kind }) => kind))
      expect(kinds).not.toContain('unreadable')
      expect(kinds.length).toBeGreaterThanOrEqual(reports.length)
    })

    it('never throws and returns only valid inbound events when a report contains a value of a wrong type', () => {
      const faults = reports.flatMap((body) =>
        pathsOf(body).flatMap((path) =>
          malformedValues.flatMap((malformed) => {
            const damaged = changed(body, path, malformed)
            receiver.repeatKey?.(damaged, settings, new Date())
            const found = receiver.read(damaged, settings, now).flatMap(faultsOf)
            return found.map((fault) => `${path.join('.')} = ${JSON.stringify(malformed)?.slice(0, 40)}: ${fault}`)
          }),
        ),
      )
      expect(faults).toEqual([])
    })
  })
}
