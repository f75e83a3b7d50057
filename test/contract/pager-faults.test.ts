// Runs the fault tests and the report tests with the providers of a test channel. Every provider must pass these tests.
import { afterAll, vi } from 'vitest'

// Test files share the modules of their process. This file loads separate copies, because channels must register before
// other modules read them.
vi.resetModules()
await import('./fixtures/pager-channel.ts')
const { describeFaults } = await import('./providers/faults.ts')
const { describeReports } = await import('./providers/reports.ts')
const { pagerFixtures } = await import('./fixtures/pager-provider-fixtures.ts')

afterAll(() => vi.resetModules())

for (const fixture of pagerFixtures) {
  describeFaults(fixture)
  describeReports(fixture)
}
