// npm run chaos: runs the long tests of kills, faults and volumes in about half an hour, and writes
// test/chaos/results.md. Arguments go to vitest. A run of selected suites does not write the page: npm run chaos --
// quota
import { runVitest } from './vitest.mjs'

await runVitest('--config', 'vitest.chaos.config.ts')
