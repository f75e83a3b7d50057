// Implements `carillon start`, `api` and `worker`. Runs a role of the service until a signal stops it.

import type { Config } from '../../config.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/log.ts'
import { messageOf } from '../../lib/thrown.ts'
import { openRoleDatabase, type ProcessRole } from '../../process-role.ts'
import type { Listening, Service, ServiceOptions } from '../../service.ts'
import { reachDatabase } from '../../store/reach.ts'
import { endOfLifeNotice } from './node-support.ts'

/**
 * Milliseconds for which a stopping server still answers requests on open connections. It closes each connection after
 * a response.
 */
const LINGER = 1000

/** Runs the role until SIGTERM or SIGINT, and returns the exit code. A second signal ends the process immediately. */
export async function runRole(role: ProcessRole, config: Config, log: Logger, json: boolean): Promise<number> {
  const notice = endOfLifeNotice(process.versions.node, systemClock.now())
  // Print this to standard error instead of the log, because with --json the first line must be the address.
  if (notice !== undefined) console.error(notice)
  let starting: Promise<void> | undefined
  let running: Service | undefined
  let failure: unknown
  const stopping = new AbortController()
  const ended = new Promise<number>((resolve) => {
    const stopOn = (signal: NodeJS.Signals) =>
      process.once(signal, () => {
        stopping.abort()
        resolve(0)
      })
    stopOn('SIGTERM')
    stopOn('SIGINT')
    const onFatal = (error: Error) => {
      log.fatal({ err: error }, 'the service cannot continue')
      resolve(1)
    }
    const onListening = async (service: Listening) => {
      const setUp = role === 'worker' ? undefined : await ownersLink(service)
      return json ? printAddress(service, setUp) : greet(service, role, config, setUp)
    }
    starting = begin(role, config, log, stopping.signal, { onListening, onFatal })
      .then((service) => {
        running = service
      })
      .catch((error: unknown) => {
        if (error !== stopping.signal.reason) failure = error
        resolve(1)
      })
  })
  const code = await ended
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))
  // A signal may arrive during the start. Then wait until the start has ended, and close everything that it opened.
  await starting
  await running?.stop()
  if (failure !== undefined) throw failure
  return code
}

/** Starts the service. Opens the database first, because this takes longer than loading the service's modules. */
async function begin(
  role: ProcessRole,
  config: Config,
  log: Logger,
  stopping: AbortSignal,
  on: Required<Pick<ServiceOptions, 'onListening' | 'onFatal'>>,
): Promise<Service> {
  const database = openReached(role, config, stopping, on.onFatal)
  database.catch(() => {})
  const { startService } = await import('../../service.ts')
  return startService({ config, role, log, database, linger: LINGER, ...on })
}

async function openReached(role: ProcessRole, config: Config, stopping: AbortSignal, onFatal: (error: Error) => void) {
  const db = await openRoleDatabase(role, config, systemClock.now(), onFatal)
  const reported = new Set<string>()
  // Print this to standard error instead of the log, because with --json the first line must be the address.
  const onUnreachable = (error: unknown) => {
    const message = messageOf(error)
    if (!reported.has(message)) console.error(`The database is not reachable: ${message}. Waiting for it.`)
    reported.add(message)
  }
  try {
    await reachDatabase(db, { signal: stopping, onUnreachable })
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/**
 * Returns the set-up link, with which a person creates the owner. Returns undefined if the installation has an owner.
 */
async function ownersLink({ db, publicUrl }: Listening): Promise<string | undefined> {
  const { setupLink } = await import('../../members/set-up.ts')
  return setupLink(db, systemClock.now(), publicUrl)
}

/** Prints the address as a line of JSON. This line precedes the log. */
function printAddress({ url, publicUrl }: Listening, setUp: string | undefined): void {
  const setup = setUp === undefined ? {} : { setup_url: setUp }
  console.log(JSON.stringify(url === undefined ? { url: null } : { url, public_url: publicUrl, ...setup }))
}

async function greet(service: Listening, role: ProcessRole, config: Config, setUp: string | undefined): Promise<void> {
  if (role === 'worker') {
    console.log('The worker is delivering messages. Stop it with Ctrl-C.')
    return
  }
  const { demoKey } = await import('../../installation/seed.ts')
  const { tokenFile } = await import('../../members/management-tokens.ts')
  const key = await demoKey(service.db, systemClock.now(), service.seal)
  console.log(`
Carillon listens on ${service.url}

  Portal       ${service.publicUrl}
  API          ${service.publicUrl}/v1     documentation: ${service.publicUrl}/docs
  Test inbox   ${service.publicUrl}/test-inbox     in a terminal: carillon test-inbox list
  Token        ${tokenFile(config.dataDir)}     authenticates at the management API
${setUp === undefined ? '' : `\nThis installation has no owner yet. Open this link within a day to create the owner. It works once:\n\n  ${setUp}\n`}${key === undefined ? '' : firstRequest(service.publicUrl, key)}`)
}

function firstRequest(publicUrl: string, key: string): string {
  return `
Send a message, and open the test inbox to read it:

curl -X POST ${publicUrl}/v1/send -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"recipient":{"name":"Ada","email":"ada@example.com"},"template":"welcome","vars":{"name":"Ada"}}'
`
}
