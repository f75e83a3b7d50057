// Once for the whole test run: what its files share, made when the first of them asks, and whether providers' schemas are at hand.
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { oraclesDir } from './oracles.ts'
import type { Prepared } from './prepared.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers GET /server, /template and /folder with what prepared.ts says; test/harness/shared.ts asks it. */
    sharedDesk: string
  }
}

/** Test files run in processes of their own, so they ask over HTTP; a run that asks for nothing makes nothing. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  checkOracles()
  let preparations: Promise<ReturnType<typeof import('./prepared.ts').createPreparations>> | undefined
  // No idle connection is closed from this side: a file that was long at work would ask into one that is being closed.
  const desk = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    try {
      preparations ??= import('./prepared.ts').then(({ createPreparations }) => createPreparations())
      response.end(await (await preparations).get(request.url!.slice(1) as keyof Prepared))
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error))
    }
  })
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve))
  const address = desk.address()
  if (address === null || typeof address === 'string') throw new Error('The desk of what tests share has no port.')
  project.provide('sharedDesk', `http://127.0.0.1:${address.port}/`)

  return async () => {
    desk.close()
    desk.closeAllConnections()
    await (await preparations)?.remove()
  }
}

function checkOracles(): void {
  if (oraclesDir === undefined)
    console.log("ORACLES_DIR is not set: requests to providers are not held against the providers' own schemas.")
  else if (!existsSync(oraclesDir)) throw new Error(`ORACLES_DIR names ${oraclesDir}, and there is no such folder.`)
}
