// Sends a file page by page. Checks before each page that the caller still has access.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import { requireAccessStill } from './access/access.ts'

export function sendFile(
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  pages: AsyncIterable<string>,
  type = 'text/csv; charset=utf-8',
): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(whileAllowed(deps, request, pages)))
}

/** Yields the pages. Ends the file with an error if the caller has lost access. */
async function* whileAllowed(deps: HttpDeps, request: FastifyRequest, pages: AsyncIterable<string>) {
  for await (const page of pages) {
    await requireAccessStill(deps, request)
    yield page
  }
}
