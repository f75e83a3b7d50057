// npm test: runs all tests except the long tests of bench and chaos. Arguments are passed to vitest: npm test --
// test/rules. `npm test -- --pgbouncer test/spec` runs the specification tests through PgBouncer.
import { runVitest } from './vitest.mjs'

await runVitest()
