// npm run chaos: the long suites, kills, faults and volumes, some ten minutes; writes test/chaos/results.md. Arguments go to vitest, and
// a run of some suites leaves the page: npm run chaos -- quota. With --full the largest file of recipients is read as well.
import { runVitest } from './vitest.mjs'

const full = process.argv.indexOf('--full')
if (full !== -1) {
  process.argv.splice(full, 1)
  process.env.CHAOS_FULL = '1'
}
await runVitest('--config', 'vitest.chaos.config.ts')
