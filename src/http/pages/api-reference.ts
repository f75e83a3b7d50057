// Serves the API document as HTML pages at /docs and as JSON at /openapi.json. The first request generates the
// document.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HttpDeps } from '../deps.ts'

const hidden = { schema: { hide: true } }

export function apiReference(app: FastifyInstance, { describeApi }: HttpDeps): void {
  let viewer: Promise<FastifyInstance> | undefined
  const view = async (request: FastifyRequest, reply: FastifyReply) => {
    viewer ??= openViewer(describeApi)
    const answer = await (await viewer).inject({ method: 'GET', url: request.url, headers: request.headers })
    // Replace the error responses of the file server, because their bodies do not have the format that the contract
    // defines.
    if (answer.statusCode >= 400 && answer.statusCode < 500) return reply.callNotFound()
    return reply.code(answer.statusCode).headers(answer.headers).send(answer.rawPayload)
  }
  app.get('/docs', hidden, view)
  app.get('/docs/*', hidden, view)
  app.get('/openapi.json', hidden, async () => describeApi())
}

/**
 * Builds a second server with Swagger UI, which does not listen on a port. It is necessary because the main server
 * already listens, and no routes can be added to it any more.
 */
async function openViewer(describeApi: HttpDeps['describeApi']): Promise<FastifyInstance> {
  const [{ default: Fastify }, { default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  const viewer = Fastify()
  await viewer.register(swagger, { mode: 'static', specification: { document: await describeApi() } })
  await viewer.register(swaggerUi, { routePrefix: '/docs', uiConfig: { defaultModelsExpandDepth: 0 }, staticCSP: true })
  return viewer
}
