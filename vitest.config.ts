// How the tests run: processes that take one file after the other, more of them than there are processors, since many tests wait;
// then, with the machine to itself, the one that drives a browser.
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/sequence.ts'

const journey = 'test/portal/journey.test.ts'
const patient = { pool: 'forks', testTimeout: 180_000, hookTimeout: 240_000 } as const

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/reporter.ts'],
    // The projects do not extend this one, so that what they share is prepared once.
    globalSetup: 'test/harness/global-setup.ts',
    projects: [
      {
        test: {
          ...patient,
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', journey],
          maxWorkers: 4,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...patient,
          name: 'portal',
          include: [journey],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
