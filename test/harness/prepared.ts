// Resources that a test run shares: a PostgreSQL server, and migrated databases of both kinds to copy.
import { rmSync } from 'node:fs'
import { runMigrate } from '../../src/cli/machine/migrate.ts'
import { readConfig } from '../../src/config.ts'
import { makeDatabaseFolder } from './database-folder.ts'
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts'
import { type Postgres, startPostgres } from './postgres.ts'

const TEMPLATE = 'prepared'
/** Several test files run at the same time, and each starts several services. */
const MOST_CLIENTS = 1000

export interface Prepared {
  /** URL of the maintenance database of the run's PostgreSQL, as superuser. */
  server: string
  /** URL of the same database through PgBouncer. */
  pooler: string
  /** The name of a migrated database on this server, which is the template of other databases. */
  template: string
  /** A data directory with a migrated and closed embedded database. */
  folder: string
}

/** Creates each resource on its first request. A test run without PostgreSQL tests therefore starts no server. */
export function createPreparations(): { get(name: keyof Prepared): Promise<string>; remove(): Promise<void> } {
  let cluster: Promise<Postgres> | undefined
  let bouncer: Promise<PgBouncer> | undefined
  const server = () => (cluster ??= startPostgres({ flush: false }))
  const makers: Record<keyof Prepared, () => Promise<string>> = {
    server: async () => (await server()).url(),
    pooler: async () => {
      const url = (await server()).url()
      bouncer = startPgBouncer(url, { clients: MOST_CLIENTS })
      return (await bouncer).url(url)
    },
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
  const created = new Map<keyof Prepared, Promise<string>>()
  return {
    get(name) {
      const answer = created.get(name) ?? makers[name]()
      created.set(name, answer)
      return answer
    },
    async remove() {
      await Promise.allSettled(created.values())
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
      await (await bouncer?.catch(() => undefined))?.stop()
      await (await cluster?.catch(() => undefined))?.stop()
    },
  }
}

async function migrate(env: Record<string, string>): Promise<void> {
  await runMigrate(readConfig({ LOG_LEVEL: 'silent', ...env }))
}
