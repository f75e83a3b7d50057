// The commands `carillon start`, `api`, `worker`, `migrate` and `move`. They use the settings of this machine and do
// not call a running service.
import { type Call, type Command, CommandFailed, type Noun, UsageError } from '../command.ts'
import { onThisMachine } from './machine-errors.ts'

export const roleNouns: Noun[] = [
  role('start', 'Apply migrations, serve the API and deliver messages. npm start does the same.', [
    'carillon start',
    'PORT=8080 carillon start',
    'DATABASE_URL=postgres://… API_PROCESSES=auto WORKER_PROCESSES=auto carillon start',
  ]),
  role('api', 'Serve the API only. Requires DATABASE_URL.', [
    'DATABASE_URL=postgres://… carillon api',
    'DATABASE_URL=postgres://… API_PROCESSES=4 carillon api',
  ]),
  role('worker', 'Deliver only. Requires DATABASE_URL.', ['DATABASE_URL=postgres://… carillon worker']),
  singleCommand({
    words: 'migrate',
    summary: 'Apply pending migrations to the database. With --finish, also finish an upgrade.',
    more: 'Run --finish after you replaced the last process of the previous version. The new version then stores data in forms that the old version cannot read, so do not start an older process again. The command is refused if an older process was seen in the last two minutes. With the embedded database, "carillon start" finishes the upgrade itself.',
    flags: [
      { name: 'finish', description: 'Finish the upgrade to this version. No older process may run.' },
      {
        name: 'force',
        description: 'With --finish: ignore older processes that were seen. First check that none runs.',
      },
    ],
    examples: ['carillon migrate', 'carillon migrate --json', 'carillon migrate --finish'],
    run: (call) => onThisMachine(() => migrate(call)),
  }),
  singleCommand({
    words: 'move',
    summary: 'Copy everything from the embedded database to an empty PostgreSQL server.',
    more: 'Stop the service first. The command copies from DATA_DIR to DATABASE_URL in one transaction, and does not change DATA_DIR. The service still needs its master-key file, or the same MASTER_KEY.',
    examples: ['DATABASE_URL=postgres://… carillon move'],
    run: ({ out }) =>
      onThisMachine(async () => {
        const { readConfig } = await import('../../config.ts')
        const { runMove } = await import('./move.ts')
        const rows = Object.fromEntries(await runMove(readConfig()))
        return out.show({ rows }, () => {
          for (const [table, count] of Object.entries(rows)) if (count > 0) out.line(`${table}: ${count}`)
          out.line('All data was copied. From now on, start the service with DATABASE_URL.')
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
    if (has('force')) throw new UsageError('--force requires --finish.')
    const applied = await runMigrate(readConfig())
    return out.show({ applied }, () => printApplied(applied))
  }
  const finished = await runFinish(readConfig(), has('force'))
  const { applied, version, result, older } = finished
  if (result === 'refused')
    throw new CommandFailed(
      [
        `The upgrade to ${version} is not finished, because processes of an older version were seen in the last two minutes.`,
        ...older.map((line) => `  ${line}`),
        'Replace these processes. Two minutes after the last one has stopped, run the command again. If you checked that no older process runs, add --force.',
      ].join('\n'),
    )
  return out.show(finished, () => {
    printApplied(applied)
    out.line(finishMessages[result](version))
    if (result === 'already' && older.length > 0)
      out.note(
        `Processes of an older version run. They cannot read the data of this version. Stop them: ${older.join('; ')}.`,
      )
  })
}

const finishMessages = {
  finished: (version: string) =>
    `The upgrade to ${version} is finished. Workers now encrypt every stored secret again, so that it can be decrypted only in its database row. "carillon doctor" shows when they are done. Make sure that no api process of 0.1.0 runs: while such a process is idle, it is not detected.`,
  already: (version: string) => `The upgrade to ${version} was already finished.`,
  nothing: () => 'There is nothing to finish. The first start of the service finishes the upgrade.',
}

function singleCommand(command: Command): Noun {
  return { name: command.words, summary: command.summary, commands: [{ ...command, service: 'not called' }] }
}

function role(name: 'start' | 'api' | 'worker', summary: string, examples: string[]): Noun {
  return singleCommand({
    words: name,
    summary,
    examples,
    more: 'Runs until Ctrl-C or SIGTERM. With --json, the first line of the output contains the address. The log always consists of JSON lines. The settings API_PROCESSES and WORKER_PROCESSES start several processes with one command. SIGHUP then replaces these processes one after another (docs/operations/deploy.md).',
    run: (call: Call) =>
      onThisMachine(async () => {
        const { readConfig } = await import('../../config.ts')
        const { runRole } = await import('./run.ts')
        return runRole(name, readConfig(), call.out.json)
      }),
  })
}
