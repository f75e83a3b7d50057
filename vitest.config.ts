// How the tests run: three processes, each taking one file after the other.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: 'test/harness/global-setup.ts',
    pool: 'forks',
    maxWorkers: 3,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './test/reporter.ts'],
  },
})
