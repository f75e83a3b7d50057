// npm test: every test but the long forms of bench and chaos. Arguments go to vitest: npm test -- test/rules
import { runVitest } from './vitest.mjs'

await runVitest()
