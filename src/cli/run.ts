// The roles that stay: start, api and worker, until a signal ends them cleanly.
import type { Config } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'
import { openRoleDatabase, type Role } from '../role.ts'
import type { Service } from '../service.ts'

/** Milliseconds in which a proxy finds its connections closed one by one, after answers. */
const LINGER = 1000

/** Runs until SIGTERM or SIGINT; a second signal ends at once. Answers the exit code. */
export async function runRole(role: Role, config: Config, log: Logger, json: boolean): Promise<number> {
  let starting: Promise<void> | undefined
  let running: Service | undefined
  let failure: unknown
  const ended = new Promise<number>((resolve) => {
    const stopOn = (signal: NodeJS.Signals) => process.once(signal, () => resolve(0))
    stopOn('SIGTERM')
    stopOn('SIGINT')
    const onFatal = (error: Error) => {
      log.fatal({ err: error }, 'the service can not go on')
      resolve(1)
    }
    starting = begin(role, config, log, onFatal)
      .then((service) => {
        running = service
        return json ? announce(service) : greet(service, role, config)
      })
      .catch((error: unknown) => {
        failure = error
        resolve(1)
      })
  })
  const code = await ended
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))
  // A signal may come in the middle of a start: what it opened has to be closed too.
  await starting
  await running?.stop()
  if (failure !== undefined) throw failure
  return code
}

/** The database takes the longest to open: it begins before the rest of the service is read. */
async function begin(role: Role, config: Config, log: Logger, onFatal: (error: Error) => void): Promise<Service> {
  const database = openRoleDatabase(role, config, systemClock.now(), onFatal)
  database.catch(() => {})
  const { startService } = await import('../service.ts')
  return startService({ config, role, log, database, linger: LINGER, onFatal })
}

/** One line for whoever started the process, before the log's. */
function announce({ url, publicUrl }: Service): void {
  console.log(JSON.stringify(url === undefined ? { url: null } : { url, public_url: publicUrl }))
}

async function greet(service: Service, role: Role, config: Config): Promise<void> {
  if (role === 'worker') {
    console.log('Delivering. Stop with Ctrl-C.')
    return
  }
  const { demoKey } = await import('../workspace/seed.ts')
  const { tokenFile } = await import('../workspace/management-tokens.ts')
  const key = await demoKey(service.db, service.seal)
  console.log(`
Carillon listens on ${service.url}

  API          ${service.publicUrl}/v1     documentation: ${service.publicUrl}/docs
  Test inbox   ${service.publicUrl}/test-inbox     (management token: ${tokenFile(config.dataDir)})
${key === undefined ? '' : hello(service.publicUrl, key)}`)
}

function hello(publicUrl: string, key: string): string {
  return `
Send a message, then look at it in the test inbox:

curl -X POST ${publicUrl}/v1/send -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"recipient":{"name":"Ada","email":"ada@example.com"},"template":"welcome","vars":{"name":"Ada"}}'
`
}
