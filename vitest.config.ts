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
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
