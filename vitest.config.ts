// How the tests run: processes that take one file after the other, more of them than there are processors, since many tests wait;
// then, with the machine to itself, the one that drives a browser.
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/sequence.ts'

const journey = 'test/portal/journey.test.ts'

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    testTimeout: 180_000,
    hookTimeout: 240_000,
    reporters: ['default', './test/reporter.ts'],
    pool: 'forks',
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          globalSetup: 'test/harness/global-setup.ts',
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', journey],
          maxWorkers: 4,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'portal',
          include: [journey],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
