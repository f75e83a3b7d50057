// npm run chaos: runs the long tests of kills, faults and volumes, which take about half an hour, and writes
// test/chaos/results.md. Arguments are passed to vitest. A run of selected suites (`npm run chaos -- quota`),
// or a run through PgBouncer (`--pgbouncer`), does not write the page.
import { runVitest } from './vitest.mjs'

await runVitest('--config', 'vitest.chaos.config.ts')
