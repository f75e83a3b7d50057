// What tests share over a whole run: a PostgreSQL, and databases of both kinds that are migrated already, to be copied.
import { rmSync } from 'node:fs'
import { runMigrate } from '../../src/cli/machine/migrate.ts'
import { readConfig } from '../../src/config.ts'
import { makeDatabaseFolder } from './database-folder.ts'
import { type Postgres, startPostgres } from './postgres.ts'

const TEMPLATE = 'prepared'

export interface Prepared {
  /** The maintenance database of the run's PostgreSQL, as superuser. */
  server: string
  /** The name of a database on it that is migrated, to be the template of others. */
  template: string
  /** A data directory whose embedded database is migrated and closed. */
  folder: string
}

/** Makes each when it is asked for first: a run that needs no PostgreSQL then starts none. */
export function createPreparations(): { get(name: keyof Prepared): Promise<string>; remove(): Promise<void> } {
  let cluster: Promise<Postgres> | undefined
  const server = () => (cluster ??= startPostgres({ flush: false }))
  const makers: Record<keyof Prepared, () => Promise<string>> = {
    server: async () => (await server()).url(),
    template: async () => {
      await migrate({ DATABASE_URL: await (await server()).createDatabase(TEMPLATE) })
      return TEMPLATE
    },
    folder: async () => {
      const folder = makeDatabaseFolder('carillon-prepared-')
      folders.push(folder)
      await migrate({ DATA_DIR: folder })
      return folder
    },
  }
  const folders: string[] = []
  const made = new Map<keyof Prepared, Promise<string>>()
  return {
    get(what) {
      const answer = made.get(what) ?? makers[what]()
      made.set(what, answer)
      return answer
    },
    async remove() {
      await Promise.allSettled(made.values())
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
      await (await cluster?.catch(() => undefined))?.stop()
    },
  }
}

async function migrate(env: Record<string, string>): Promise<void> {
  await runMigrate(readConfig({ LOG_LEVEL: 'silent', ...env }))
}
