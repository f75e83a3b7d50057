// Runs once per test run: provides shared resources, each of which is created on its first request, and checks whether
// the providers' schemas are available.
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { oraclesDir } from './oracles.ts'
import { usesPgBouncer } from './pooling.ts'
import type { Prepared } from './prepared.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * URL of a server that answers GET /server, /template and /folder with
     * the values of prepared.ts. See test/harness/shared.ts.
     */
    sharedDesk: string
  }
}

/**
 * Test files run in separate processes, so they request shared resources over HTTP. Unused resources are not created.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  checkOracles()
  if (usesPgBouncer) await checkPgBouncer()
  let preparations: Promise<ReturnType<typeof import('./prepared.ts').createPreparations>> | undefined
  // Idle connections are kept open. Otherwise a test file that sends no request for long might send a request on a
  // connection that is being closed.
  const resourceServer = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    try {
      preparations ??= import('./prepared.ts').then(({ createPreparations }) => createPreparations())
      response.end(await (await preparations).get(request.url!.slice(1) as keyof Prepared))
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error))
    }
  })
  await new Promise<void>((resolve) => resourceServer.listen(0, '127.0.0.1', resolve))
  const address = resourceServer.address()
  if (address === null || typeof address === 'string')
    throw new Error('The server of shared test resources has no port.')
  project.provide('sharedDesk', `http://127.0.0.1:${address.port}/`)

  return async () => {
    resourceServer.close()
    resourceServer.closeAllConnections()
    await (await preparations)?.remove()
  }
}

async function checkPgBouncer(): Promise<void> {
  const { reasonAgainstPgBouncer } = await import('./pgbouncer.ts')
  const reason = await reasonAgainstPgBouncer()
  if (reason !== undefined) throw new Error(`The option --pgbouncer needs PgBouncer. ${reason}`)
}

function checkOracles(): void {
  if (oraclesDir === undefined)
    console.log("ORACLES_DIR is not set: requests to providers are not validated against the providers' own schemas.")
  else if (!existsSync(oraclesDir)) throw new Error(`The folder ${oraclesDir} of ORACLES_DIR does not exist.`)
}
