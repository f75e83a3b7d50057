// Configures the portal tests in a real browser. They run one file after the other.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/portal/*.browser.ts'],
    globalSetup: 'test/harness/global-setup.ts',
    pool: 'forks',
    maxWorkers: 1,
    env: { BROWSER_PATIENCE_MS: '40000' },
    execArgv: ['--import=./test/harness/typescript.mjs'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ['default', './test/reporter.ts'],
  },
})
