// Whatever stands in a field of what a provider sends: reading it never throws, and every part is as the contract says.
import { providerFixtures } from '../contract/providers/index.ts'
import { describeReports } from '../contract/providers/reports.ts'

for (const fixture of providerFixtures) describeReports(fixture)
