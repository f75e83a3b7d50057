// Says as the run's very last line how it went: `N passed, N failed, N skipped`.
import type { Reporter, TestModule } from 'vitest/node'

/** The line is written when the process ends, after every other reporter and whatever a teardown has to say. */
export default class LastLine implements Reporter {
  passed = 0
  failed = 0
  skipped = 0

  onInit(): void {
    process.once('exit', () =>
      process.stdout.write(`${this.passed} passed, ${this.failed} failed, ${this.skipped} skipped\n`),
    )
  }

  /** A file or suite that broke outside its tests, and an error nobody caught, count as one failure each: red is never `0 failed`. */
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<unknown>): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const broken = modules.filter(
      (module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0,
    )
    this.passed = count('passed')
    this.failed = count('failed') + broken.length + unhandledErrors.length
    this.skipped = tests.length - count('passed') - count('failed')
  }
}
