// Providers that hang, break off, answer with somebody else's page or lead elsewhere: what every provider over HTTP makes of it.
import { describeFaults } from './providers/faults.ts'
import { providerFixtures } from './providers/index.ts'

for (const fixture of providerFixtures) if (fixture.http) describeFaults(fixture)
