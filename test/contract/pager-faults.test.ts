// The faults and the reports that every provider has to bear, on the providers of a channel that a test registers.
import { afterAll, vi } from 'vitest'

// Test files share the modules of their process: this one loads its own copies, because channels are registered before they are read.
vi.resetModules()
await import('./fixtures/pager-channel.ts')
const { describeFaults } = await import('./dialects/faults.ts')
const { describeReports } = await import('./dialects/reports.ts')
const { pagerDialects } = await import('./fixtures/pager-dialects.ts')

afterAll(() => vi.resetModules())

for (const dialect of pagerDialects) {
  describeFaults(dialect)
  describeReports(dialect)
}
