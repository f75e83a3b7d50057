// Ends the run's output with its slowest files, its failures,
// and as the very last line `N passed, N failed, N skipped`.
import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'
import { type Failure, failuresOf, failureText, slowestText } from './failures.ts'

/** The summary that a run writes as JSON to the file in TEST_SUMMARY, for scripts that run the tests several times. */
export interface Summary {
  passed: number
  failed: number
  skipped: number
  failures: Failure[]
  /** The failures as they are printed. */
  text: string
}

/** Writes everything when the process ends, after every other reporter and teardown. */
export default class RunSummary implements Reporter {
  summary: Summary = { passed: 0, failed: 0, skipped: 0, failures: [], text: '' }
  slowest = ''

  onInit(): void {
    process.once('exit', (code) => {
      if (code !== 0 && this.summary.failed === 0)
        this.add({ title: 'The test run', place: 'no file', message: `It ended early, with exit code ${code}.` })
      this.summary.text = failureText(this.summary.failures)
      const { passed, failed, skipped, text } = this.summary
      const file = process.env.TEST_SUMMARY
      if (file) writeFileSync(file, JSON.stringify(this.summary))
      process.stdout.write(`${this.slowest}${text}${passed} passed, ${failed} failed, ${skipped} skipped\n`)
    })
  }

  add(failure: Failure): void {
    this.summary.failures.push(failure)
    this.summary.failed += 1
  }

  /**
   * A file or suite that failed outside its tests counts as one failure, and so does each unhandled error. A failed run
   * therefore never shows `0 failed`.
   */
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const passed = tests.filter((test) => test.result().state === 'passed').length
    const failed = tests.filter((test) => test.result().state === 'failed').length
    const failures = failuresOf(modules, unhandledErrors)
    this.summary = { passed, failed: failures.length, skipped: tests.length - passed - failed, failures, text: '' }
    this.slowest = slowestText(modules)
  }
}
