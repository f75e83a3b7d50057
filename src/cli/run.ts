// The roles that stay: start, api and worker, until a signal ends them cleanly.
import type { Config } from '../config.ts'
import type { Logger } from '../lib/log.ts'
import { type Role, type Service, startService } from '../service.ts'
import { tokenFile } from '../workspace/management-tokens.ts'
import { demoKey } from '../workspace/seed.ts'

/** Runs until SIGTERM or SIGINT; a second signal ends at once. Answers the exit code. */
export async function runRole(role: Role, config: Config, log: Logger): Promise<number> {
  const ended = new Promise<number>((resolve) => {
    const stopOn = (signal: NodeJS.Signals) => process.once(signal, () => resolve(0))
    stopOn('SIGTERM')
    stopOn('SIGINT')
    startService({
      config,
      role,
      log,
      onFatal: (error) => {
        log.fatal({ err: error }, 'the service can not go on')
        resolve(1)
      },
    })
      .then(
        (service) => {
          running = service
          return greet(service, role, config)
        },
        (error: unknown) => {
          failure = error
          resolve(1)
        },
      )
      .catch((error: unknown) => {
        failure = error
        resolve(1)
      })
  })
  let running: Service | undefined
  let failure: unknown
  const code = await ended
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))
  await running?.stop()
  if (failure !== undefined) throw failure
  return code
}

async function greet(service: Service, role: Role, config: Config): Promise<void> {
  if (role === 'worker') {
    console.log('Delivering. Stop with Ctrl-C.')
    return
  }
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
