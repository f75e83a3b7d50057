// Whatever stands in a field of what a provider sends: reading it never throws, and every part is as the contract says.
import { dialects } from '../contract/dialects/index.ts'
import { describeReports } from '../contract/dialects/reports.ts'

for (const dialect of dialects) describeReports(dialect)
