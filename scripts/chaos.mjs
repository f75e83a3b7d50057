// npm run chaos: runs the long tests of kills, faults and volumes, which take more than an hour, and writes their results
// to test/chaos/results.md. Arguments are passed to vitest. A run of selected suites (`npm run chaos -- quota`) replaces
// only their results. A run through PgBouncer (`--pgbouncer`) writes nothing.
import { runVitest } from './vitest.mjs'

await runVitest('--config', 'vitest.chaos.config.ts')
