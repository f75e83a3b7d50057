// Faults of every provider with an HTTP API: timeouts, closed connections, unexpected pages and redirects.
import { describeFaults } from './providers/faults.ts'
import { providerFixtures } from './providers/index.ts'

for (const fixture of providerFixtures) if (fixture.http) describeFaults(fixture)
