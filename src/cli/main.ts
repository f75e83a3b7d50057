// The command line: reads the role, runs it, and turns what goes wrong into a sentence and an exit code.
import { parseArgs } from 'node:util'
import { brand } from '../brand.ts'
import { ConfigError, readConfig } from '../config.ts'
import { createLogger } from '../lib/log.ts'
import { RoleRefused } from '../role.ts'
import { DirectoryLocked } from '../store/embedded/lock.ts'
import { NewerSchema } from '../store/migrate.ts'
import { WrongMasterKey } from '../workspace/installation.ts'

const HELP = `${brand.name}: multi-channel notifications.

  carillon start     migrate, listen and deliver in one process (what npm start does)
  carillon api       listen only; needs DATABASE_URL
  carillon worker    deliver only; needs DATABASE_URL
  carillon migrate   bring the database's schema up to date
  carillon token     make a new management token and write it to DATA_DIR/admin-token
  carillon doctor    check configuration, database, clock and permissions, and say what to do

Settings come from the environment: docs/configuration.md.`

/** Runs a command; answers the exit code: 0 done, 1 went wrong, 2 the command or a setting is wrong. */
export async function main(argv: string[]): Promise<number> {
  const { positionals, values } = readArguments(argv)
  const command = positionals[0]
  if (values.help || command === undefined || command === 'help') {
    console.log(HELP)
    return command === undefined && !values.help ? 2 : 0
  }
  try {
    const config = readConfig()
    const log = createLogger(config.logLevel)
    switch (command) {
      case 'start':
      case 'api':
      case 'worker':
        return await (await import('./run.ts')).runRole(command, config, log)
      case 'migrate':
        return await (await import('./migrate.ts')).runMigrate(config)
      case 'token':
        return await (await import('./token.ts')).runToken(config)
      case 'doctor':
        return await (await import('./doctor.ts')).doctor(config)
      default:
        console.error(`There is no command "${command}".\n\n${HELP}`)
        return 2
    }
  } catch (error) {
    return explain(error)
  }
}

function readArguments(argv: string[]) {
  try {
    return parseArgs({ args: argv, allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } })
  } catch (error) {
    console.error((error as Error).message)
    return { positionals: ['help'], values: { help: true } }
  }
}

/** Errors a person can act on are one sentence; anything else shows where it came from. */
function explain(error: unknown): number {
  const known = [ConfigError, RoleRefused, DirectoryLocked, NewerSchema, WrongMasterKey].some(
    (kind) => error instanceof kind,
  )
  if (known) {
    console.error((error as Error).message)
    return error instanceof ConfigError ? 2 : 1
  }
  const { code, message, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === 'EADDRINUSE')
    console.error(`Port ${port} on ${address} is taken. Set PORT to another one, or stop what listens there.`)
  else if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code?.startsWith('28'))
    console.error(`The database does not let us in: ${message}. Check DATABASE_URL.`)
  else console.error(error)
  return 1
}
