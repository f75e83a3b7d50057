// Casts and non-null assertions in src. Only approved casts and assertions may remain, each with its reason beside it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, it } from 'vitest'

const src = fileURLToPath(new URL('../../src/', import.meta.url))

/**
 * The permitted number of casts and non-null assertions in each file. A number may only decrease. A file without casts
 * and assertions is removed from the list.
 */
const allowed = {
  'body-threads.ts': 1,
  'channels/addresses.ts': 1,
  'channels/email/body-threads.ts': 1,
  'channels/telegram/calls.ts': 1,
  'cli/api.ts': 1,
  'events/examples.ts': 1,
  'events/targets.ts': 1,
  'events/test-event.ts': 1,
  'http/document/openapi.ts': 5,
  'http/manage/members/oidc-cookie.ts': 1,
  'http/manage/sources/connections.ts': 1,
  'http/manage/sources/providers.ts': 1,
  'http/metrics-port.ts': 1,
  'http/server.ts': 2,
  'lib/csv/csv-read.ts': 1,
  'lib/json/json-structure.ts': 1,
  'lib/json/json-text.ts': 1,
  'lib/json/nullable.ts': 1,
  'lib/smtp-session.ts': 3,
  'lib/text/placeholders.ts': 1,
  'lib/trace.ts': 1,
  'redaction/sensitive.ts': 1,
  'store/embedded/thread.ts': 2,
  'store/page.ts': 2,
  'store/scan.ts': 2,
  'store/wire.ts': 2,
  'templates/threads/check-threads.ts': 1,
  'templates/threads/render-threads.ts': 1,
}

/** Returns the line numbers of casts and non-null assertions. The first line is 1. `as const` asserts no type. */
function assertionsIn(text: string): number[] {
  const lines: number[] = []
  const visit = (value: unknown) => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    else if (typeof value === 'object' && value !== null) {
      if (isAssertion(value)) lines.push(text.slice(0, value.end).split('\n').length)
      for (const child of Object.values(value)) visit(child)
    }
  }
  const isAssertion = (node: object): node is { end: number } => {
    const { type, typeAnnotation } = node as { type?: unknown; typeAnnotation?: { start: number; end: number } }
    if (type === 'TSNonNullExpression' || type === 'TSTypeAssertion') return true
    return type === 'TSAsExpression' && text.slice(typeAnnotation?.start, typeAnnotation?.end) !== 'const'
  }
  visit(parseAst(text, { lang: 'ts' }).body)
  return lines
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(src, path), 'utf8') }))

describe('casts and non-null assertions in src', () => {
  it('each file in src contains exactly the listed number of casts and non-null assertions', () => {
    const found = files.map(({ path, text }) => [path, assertionsIn(text).length] as const)
    expect(Object.fromEntries(found.filter(([, count]) => count > 0))).toEqual(allowed)
  })

  it('detects casts and non-null assertions in every form', () => {
    expect(assertionsIn('const a = b as C\nconst d = e!\nf!.g(h as unknown as I)')).toEqual([1, 2, 3, 3, 3])
    expect(assertionsIn("const a = ['b'] as const\nconst c = !d\nimport { e as f } from 'g'")).toEqual([])
  })

  it('every cast and non-null assertion has a comment with the reason above it', () => {
    const bare = files.flatMap(({ path, text }) => {
      const lines = text.split('\n')
      return assertionsIn(text).flatMap((line) =>
        lines.slice(Math.max(0, line - 5), line).some((above) => /^\s*(?:\/\/|\*|\/\*\*)/.test(above))
          ? []
          : `${path}:${line}`,
      )
    })
    // One comment explains all casts of empty parts in the API document.
    expect(bare.filter((place) => !place.startsWith('http/document/openapi.ts:'))).toEqual([])
  })
})
