// Once for the whole test run: a PostgreSQL, started when the first test file asks for it, and whether providers' schemas are at hand.
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { oraclesDir } from './oracles.ts'
import { type Postgres, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers any request with the admin URL of the run's PostgreSQL; test/harness/shared-postgres.ts asks it. */
    postgresDesk: string
  }
}

/** Test files run in processes of their own, so they ask over HTTP; a run that needs no PostgreSQL then starts none. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  lookForOracles()
  let cluster: Promise<Postgres> | undefined
  const desk = createServer(async (_request, response) => {
    try {
      cluster ??= startPostgres({ flush: false })
      response.end((await cluster).url())
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error))
    }
  })
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve))
  const address = desk.address()
  if (address === null || typeof address === 'string')
    throw new Error('The desk that hands out PostgreSQL has no port.')
  project.provide('postgresDesk', `http://127.0.0.1:${address.port}/`)

  return async () => {
    desk.close()
    desk.closeAllConnections()
    const started = await cluster?.catch(() => undefined)
    await started?.stop()
  }
}

function lookForOracles(): void {
  if (oraclesDir === undefined)
    console.log("ORACLES_DIR is not set: requests to providers are not held against the providers' own schemas.")
  else if (!existsSync(oraclesDir)) throw new Error(`ORACLES_DIR names ${oraclesDir}, and there is no such folder.`)
}
