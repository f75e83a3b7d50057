// How the tests run: each file in a process of its own, three at a time; then, with the machine to itself, the one that drives a browser.
import { defineConfig } from 'vitest/config'

const journey = 'test/portal/journey.test.ts'

export default defineConfig({
  test: {
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
          maxWorkers: 3,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'portal',
          include: [journey],
          maxWorkers: 1,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
