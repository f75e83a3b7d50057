// npm test: runs all tests except the long ones of bench and chaos. Arguments go to vitest: npm test -- test/rules
import { runVitest } from './vitest.mjs'

await runVitest()
