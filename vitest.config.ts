// Configures the tests. Several processes run in parallel, and each process runs one test file after the other. There
// are more processes than processors, because many tests wait.
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/sequence.ts'

/**
 * V8 options that make the tests faster on Node 20. Most functions of a test run only a few times, so V8 optimizes
 * functions later and collects young objects less frequently. Later versions of Node do not get these options: Node 22
 * does not have the option `--interrupt-budget`. On Node 24, if the size of the young generation is set, a thread that
 * reaches its heap limit ends the whole process.
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
    // With the last option, threads that a test starts can load TypeScript files.
    execArgv: [...options, '--import=./test/harness/typescript.mjs'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
