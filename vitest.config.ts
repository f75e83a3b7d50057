// How the tests run: processes that take one file after the other, more of them than there are processors, since many tests wait.
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/sequence.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: 'test/harness/global-setup.ts',
    pool: 'forks',
    maxWorkers: 4,
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 180_000,
    hookTimeout: 240_000,
    reporters: ['default', './test/reporter.ts'],
  },
})
