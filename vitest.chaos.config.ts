// Configures the chaos suites. First, the suites that mostly wait run in parallel. Then the suites that kill processes
// under full load, and the suites that measure, run one by one.
import { defineConfig } from 'vitest/config'

const alone = ['test/chaos/{survival,events,volume,imports,provider-failover,digests,fallbacks}.chaos.ts']
const patient = {
  pool: 'forks',
  hookTimeout: 240_000,
  disableConsoleIntercept: true,
  execArgv: ['--import=./test/harness/typescript.mjs'],
}

export default defineConfig({
  test: {
    globalSetup: 'test/harness/global-setup.ts',
    reporters: ['verbose', './test/chaos/report.ts', './test/reporter.ts'],
    projects: [
      {
        test: {
          ...patient,
          name: 'storms',
          include: ['test/chaos/{storms,faults}.chaos.ts'],
          maxWorkers: 3,
          maxConcurrency: 4,
          sequence: { concurrent: true, groupOrder: 1 },
        },
      },
      {
        test: {
          ...patient,
          name: 'beside',
          include: ['test/chaos/*.chaos.ts'],
          exclude: ['test/chaos/{storms,faults}.chaos.ts', ...alone],
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...patient,
          name: 'alone',
          include: alone,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
