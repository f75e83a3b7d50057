// Providers' webhooks with any value in any field: reading never throws, and every inbound event follows the contract.
import { providerFixtures } from '../contract/providers/index.ts'
import { describeReports } from '../contract/providers/reports.ts'

for (const fixture of providerFixtures) describeReports(fixture)
