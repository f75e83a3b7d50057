// How the chaos suites run: storms beside each other, because they mostly wait for leases and retries; then, with the machine to
// itself, what counts and measures, one after the other.
import { defineConfig } from 'vitest/config'

const storms = ['test/chaos/storms.chaos.ts', 'test/chaos/faults.chaos.ts']
const patient = { pool: 'forks', hookTimeout: 240_000, disableConsoleIntercept: true } as const

export default defineConfig({
  test: {
    globalSetup: 'test/harness/global-setup.ts',
    reporters: ['verbose', './test/chaos/report.ts', './test/reporter.ts'],
    projects: [
      {
        test: {
          ...patient,
          name: 'storms',
          include: storms,
          maxWorkers: 2,
          maxConcurrency: 4,
          sequence: { concurrent: true, groupOrder: 1 },
        },
      },
      {
        test: {
          ...patient,
          name: 'alone',
          include: ['test/chaos/*.chaos.ts'],
          exclude: storms,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
