// carillon start, api, worker, migrate, move, token: what works on this machine's settings instead of talking to a service.
import { type Call, type Command, CommandFailed, type Noun } from './command.ts'
import { onThisMachine } from './machine-errors.ts'

export const roleNouns: Noun[] = [
  role('start', 'Migrate, listen and deliver in one process (what npm start does).', [
    'carillon start',
    'PORT=8080 carillon start',
  ]),
  role('api', 'Listen only; needs DATABASE_URL.', ['DATABASE_URL=postgres://… carillon api']),
  role('worker', 'Deliver only; needs DATABASE_URL.', ['DATABASE_URL=postgres://… carillon worker']),
  alone({
    words: 'migrate',
    summary: "Bring the database's schema up to date.",
    examples: ['carillon migrate', 'carillon migrate --json'],
    run: ({ out }) =>
      onThisMachine(async () => {
        const { readConfig } = await import('../config.ts')
        const { runMigrate } = await import('./migrate.ts')
        const applied = await runMigrate(readConfig())
        return out.show({ applied }, () =>
          out.line(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`),
        )
      }),
  }),
  alone({
    words: 'move',
    summary: 'Copy everything from the embedded database to an empty PostgreSQL server.',
    more: 'From DATA_DIR to DATABASE_URL, all or nothing, with the service stopped. What is in DATA_DIR stays as it is: its master-key file, or the same MASTER_KEY, is needed from then on too.',
    examples: ['DATABASE_URL=postgres://… carillon move'],
    run: ({ out }) =>
      onThisMachine(async () => {
        const { readConfig } = await import('../config.ts')
        const { runMove } = await import('./move.ts')
        const rows = Object.fromEntries(await runMove(readConfig()))
        return out.show({ rows }, () => {
          for (const [table, count] of Object.entries(rows)) if (count > 0) out.line(`${table}: ${count}`)
          out.line('Everything was copied. Start the service with DATABASE_URL from now on.')
        })
      }),
  }),
  alone({
    words: 'token',
    summary: 'Make a new management token and write it to DATA_DIR/admin-token.',
    more: 'For an installation whose first token is lost or lies on another machine. Tokens issued before stay valid. With --setup: the link that creates the owner of an installation that has none, as a start prints it.',
    flags: [{ name: 'setup', says: 'Print the link that creates the owner instead.' }],
    examples: ['carillon token', 'carillon token --json', 'carillon token --setup'],
    run: ({ out, has }) =>
      onThisMachine(async () => {
        const { readConfig } = await import('../config.ts')
        const { runSetupLink, runToken } = await import('./token.ts')
        if (has('setup')) {
          const link = await runSetupLink(readConfig())
          if (link === undefined)
            throw new CommandFailed(
              'This installation has an owner already; owners invite others in the portal, under Members.',
            )
          return out.show({ setup_url: link }, () => out.line(link))
        }
        const file = await runToken(readConfig())
        return out.show({ file }, () =>
          out.line(`A new management token stands in ${file}. Tokens issued before stay valid.`),
        )
      }),
  }),
]

function alone(command: Command): Noun {
  return { name: command.words, summary: command.summary, commands: [command] }
}

function role(name: 'start' | 'api' | 'worker', summary: string, examples: string[]): Noun {
  return alone({
    words: name,
    summary,
    examples,
    more: 'Runs until Ctrl-C or SIGTERM. With --json the first line says the address; the log is JSON lines either way.',
    run: (call: Call) =>
      onThisMachine(async () => {
        if (name === 'start') (await import('./head-start.ts')).headStart()
        const { readConfig } = await import('../config.ts')
        const { createLogger } = await import('../lib/log.ts')
        const { runRole } = await import('./run.ts')
        const config = readConfig()
        return runRole(name, config, createLogger(config.logLevel), call.out.json)
      }),
  })
}
