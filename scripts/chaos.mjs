// npm run chaos: runs the long tests of kills, faults and volumes, which take about half an hour, and writes
// test/chaos/results.md. Arguments are passed to vitest. A run of selected suites, such as `npm run chaos -- quota`,
// does not write the page.
import { runVitest } from './vitest.mjs'

await runVitest('--config', 'vitest.chaos.config.ts')
