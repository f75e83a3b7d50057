// The faults and the reports that every provider has to bear, on the providers of a channel that a test registers.
import './fixtures/pager-channel.ts'
import { describeFaults } from './dialects/faults.ts'
import { describeReports } from './dialects/reports.ts'
import { pagerDialects } from './fixtures/pager-dialects.ts'

for (const dialect of pagerDialects) {
  describeFaults(dialect)
  describeReports(dialect)
}
