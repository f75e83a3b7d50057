// How the tests run: processes that take one file after the other, more of them than there are processors, since many tests wait.
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/sequence.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/harness/global-setup.ts',
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/reporter.ts'],
    pool: 'forks',
    maxWorkers: 4,
    isolate: false,
    // Most of what a test runs is run a few times: V8 optimises later, and collects what is young less often.
    execArgv: ['--interrupt-budget=1000000', '--min-semi-space-size=32', '--max-semi-space-size=32'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
