// The roles that stay: start, api and worker, until a signal ends them cleanly.

import type { Config } from '../../config.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/log.ts'
import { messageOf } from '../../lib/thrown.ts'
import { openRoleDatabase, type ProcessRole } from '../../process-role.ts'
import type { Listening, Service, ServiceOptions } from '../../service.ts'
import { reachDatabase } from '../../store/reach.ts'
import { endOfLifeNotice } from './node-support.ts'

/** Milliseconds in which a proxy finds its connections closed one by one, after answers. */
const LINGER = 1000

/** Runs until SIGTERM or SIGINT; a second signal ends at once. Answers the exit code. */
export async function runRole(role: ProcessRole, config: Config, log: Logger, json: boolean): Promise<number> {
  const notice = endOfLifeNotice(process.versions.node, systemClock.now())
  // Not a line of the log: with --json the first line says the address.
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
      log.fatal({ err: error }, 'the service can not go on')
      resolve(1)
    }
    const onListening = async (service: Listening) => {
      const setUp = role === 'worker' ? undefined : await ownersLink(service)
      return json ? announce(service, setUp) : greet(service, role, config, setUp)
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
  // A signal may come in the middle of a start: what it opened has to be closed too.
  await starting
  await running?.stop()
  if (failure !== undefined) throw failure
  return code
}

/** The database takes the longest to open: it begins before the rest of the service is read. */
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
  // Not a line of the log: with --json the first line says the address.
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

/** As long as nobody owns the installation, every start prints a link that makes its opener the owner. */
async function ownersLink({ db, publicUrl }: Listening): Promise<string | undefined> {
  const { setupLink } = await import('../../members/set-up.ts')
  return setupLink(db, systemClock.now(), publicUrl)
}

/** One line for whoever started the process, before the log's. */
function announce({ url, publicUrl }: Listening, setUp: string | undefined): void {
  const setup = setUp === undefined ? {} : { setup_url: setUp }
  console.log(JSON.stringify(url === undefined ? { url: null } : { url, public_url: publicUrl, ...setup }))
}

async function greet(service: Listening, role: ProcessRole, config: Config, setUp: string | undefined): Promise<void> {
  if (role === 'worker') {
    console.log('Delivering. Stop with Ctrl-C.')
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
  Token        ${tokenFile(config.dataDir)}     opens the management API
${setUp === undefined ? '' : `\nNobody owns this installation yet. Open this link within a day to create the owner; it works once:\n\n  ${setUp}\n`}${key === undefined ? '' : hello(service.publicUrl, key)}`)
}

function hello(publicUrl: string, key: string): string {
  return `
Send a message, then look at it in the test inbox:

curl -X POST ${publicUrl}/v1/send -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"recipient":{"name":"Ada","email":"ada@example.com"},"template":"welcome","vars":{"name":"Ada"}}'
`
}
