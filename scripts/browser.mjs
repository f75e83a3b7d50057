// npm run browser: tests each page of the portal in a real browser. Arguments are passed to vitest: npm run browser --
// webhooks
import { runVitest } from './vitest.mjs'

await runVitest('--config', 'vitest.portal.config.ts')
