// Providers that hang, break off, answer with somebody else's page or lead elsewhere: what every provider over HTTP makes of it.
import { describeFaults } from './dialects/faults.ts'
import { dialects } from './dialects/index.ts'

for (const dialect of dialects) if (dialect.http) describeFaults(dialect)
