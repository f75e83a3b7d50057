// Configures the tests: processes run one file after the other. There are more of them than processors, because many
// tests wait.
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/sequence.ts'

/**
 * Most functions of a test run a few times, so V8 optimizes them later and collects young objects less frequently.
 * Newer versions of Node do not get these options. Node 22 has no such budget. On Node 24 a thread that reaches its
 * heap limit ends the whole process if the size of the young generation is set.
 */
const options =
  Number.parseInt(process.versions.node, 10) < 22
    ? ['--interrupt-budget=1000000', '--min-semi-space-size=32', '--max-semi-space-size=32']
    : []

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/harness/global-setup.ts',
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/reporter.ts'],
    pool: 'forks',
    maxWorkers: 4,
    isolate: false,
    // The last option lets threads that tests start read TypeScript.
    execArgv: [...options, '--import=./test/harness/typescript.mjs'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
