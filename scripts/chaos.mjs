// npm run chaos: the long suites, kills and volumes, about fifteen minutes. Arguments go to vitest: npm run chaos -- quota
import { runVitest } from './vitest.mjs'

await runVitest('--config', 'vitest.chaos.config.ts')
