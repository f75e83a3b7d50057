// npm run chaos: the long suites, kills, faults and volumes, about half an hour; writes test/chaos/results.md. Arguments go to vitest, and
// a run of some suites leaves the page: npm run chaos -- quota
import { runVitest } from './vitest.mjs'

await runVitest('--config', 'vitest.chaos.config.ts')
