// The faults and the reports that every provider has to bear, on the providers of a channel that a test registers.
import { afterAll, vi } from 'vitest'

// Test files share the modules of their process: this one loads its own copies, because channels are registered before they are read.
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
