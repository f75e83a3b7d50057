// Webhooks of providers with any value in any field. Reading a webhook never throws, and every inbound event has the
// documented form.
import { providerFixtures } from '../contract/providers/index.ts'
import { describeReports } from '../contract/providers/reports.ts'

for (const fixture of providerFixtures) describeReports(fixture)
