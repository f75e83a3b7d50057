// How the chaos suites run: one after the other, each with the machine to itself.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/chaos/*.chaos.ts'],
    globalSetup: 'test/harness/global-setup.ts',
    pool: 'forks',
    maxWorkers: 1,
    hookTimeout: 120_000,
    disableConsoleIntercept: true,
    reporters: ['verbose', './test/chaos/report.ts', './test/reporter.ts'],
  },
})
