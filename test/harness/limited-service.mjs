// The entry file of a process that runs the service with changed limits of the database server. See
// startLimitedService.
import { register } from 'node:module'

if (!Object.hasOwn(process.features, 'typescript')) register('./typescript-hooks.mjs', import.meta.url)
const { runLimitedService } = await import('./limited-service.ts')
process.exitCode = await runLimitedService(JSON.parse(process.argv[2] ?? ''))
