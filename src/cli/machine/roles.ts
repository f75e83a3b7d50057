// carillon start, api, worker, migrate, move: what works on this machine's settings instead of talking to a service.
import { type Call, type Command, CommandFailed, type Noun, UsageError } from '../command.ts'
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
    summary: "Bring the database's schema up to date, and finish an upgrade.",
    more: 'After the last process of the version before was replaced, --finish lets the new version store data in forms that the old one cannot read: no older process may be started again. It is refused while one was seen in the last two minutes. "start" with the embedded database finishes by itself.',
    flags: [
      { name: 'finish', description: 'Finish the upgrade to this version, once no older process runs.' },
      {
        name: 'force',
        description: 'With --finish: although older processes were seen. You have checked that none runs.',
      },
    ],
    examples: ['carillon migrate', 'carillon migrate --json', 'carillon migrate --finish'],
    run: (call) => onThisMachine(() => migrate(call)),
  }),
  alone({
    words: 'move',
    summary: 'Copy everything from the embedded database to an empty PostgreSQL server.',
    more: 'From DATA_DIR to DATABASE_URL, all or nothing, with the service stopped. What is in DATA_DIR stays as it is: its master-key file, or the same MASTER_KEY, is needed from then on too.',
    examples: ['DATABASE_URL=postgres://… carillon move'],
    run: ({ out }) =>
      onThisMachine(async () => {
        const { readConfig } = await import('../../config.ts')
        const { runMove } = await import('./move.ts')
        const rows = Object.fromEntries(await runMove(readConfig()))
        return out.show({ rows }, () => {
          for (const [table, count] of Object.entries(rows)) if (count > 0) out.line(`${table}: ${count}`)
          out.line('Everything was copied. Start the service with DATABASE_URL from now on.')
        })
      }),
  }),
]

async function migrate({ out, has }: Call): Promise<number> {
  const { readConfig } = await import('../../config.ts')
  const { runFinish, runMigrate } = await import('./migrate.ts')
  const printApplied = (applied: string[]) =>
    out.line(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`)
  if (!has('finish')) {
    if (has('force')) throw new UsageError('--force goes with --finish.')
    const applied = await runMigrate(readConfig())
    return out.show({ applied }, () => printApplied(applied))
  }
  const finished = await runFinish(readConfig(), has('force'))
  const { applied, version, result, older } = finished
  if (result === 'refused')
    throw new CommandFailed(
      [
        `The upgrade to ${version} is not finished: processes of an older version were seen in the last two minutes.`,
        ...older.map((line) => `  ${line}`),
        'Replace them, wait two minutes after the last one ended, and run the command again. If you have checked that none runs, add --force.',
      ].join('\n'),
    )
  return out.show(finished, () => {
    printApplied(applied)
    out.line(finishWords[result](version))
    if (result === 'already' && older.length > 0)
      out.note(
        `Processes of an older version run, and cannot read what this version stores. Stop them: ${older.join('; ')}.`,
      )
  })
}

const finishWords = {
  finished: (version: string) =>
    `The upgrade to ${version} is finished. Workers seal every stored secret again for its row; "carillon doctor" says when they are done. An api process of 0.1.0 that was idle cannot be seen: make sure that none is left.`,
  already: (version: string) => `The upgrade to ${version} was finished before.`,
  nothing: () => 'Nothing to finish: the service was not started yet, and its first start finishes by itself.',
}

function alone(command: Command): Noun {
  return { name: command.words, summary: command.summary, commands: [{ ...command, service: 'not called' }] }
}

function role(name: 'start' | 'api' | 'worker', summary: string, examples: string[]): Noun {
  return alone({
    words: name,
    summary,
    examples,
    more: 'Runs until Ctrl-C or SIGTERM. With --json the first line says the address; the log is JSON lines either way.',
    run: (call: Call) =>
      onThisMachine(async () => {
        const { readConfig } = await import('../../config.ts')
        const { createLogger } = await import('../../lib/log.ts')
        const { runRole } = await import('./run.ts')
        const config = readConfig()
        return runRole(name, config, createLogger(config.logLevel), call.out.json)
      }),
  })
}
