// Serves the portal: one HTML page at all paths of the portal, and its scripts and styles under /assets.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { packageRoot } from '../../lib/package-root.ts'
import { handleError } from '../errors.ts'

/** The folder of the built portal. `npm start`, `npm test` and `npm run build` create it. */
const web = path.join(packageRoot(), 'web')
const PAGE = path.join(web, 'index.html')

/** The paths of the portal. For every other unknown path, the response is 404. */
const PORTAL_PATHS = [
  '/',
  '/sign-in',
  '/sign-in/callback',
  '/setup',
  '/invitation',
  '/forgotten-password',
  '/reset-password',
  '/test-inbox',
  '/w',
  '/w/*',
]

/**
 * The content security policy. Images may come from any https URL, for example for logos in previews. All other content
 * must come from this service.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

/** Serves the portal if it was built. Otherwise `/` redirects to /docs. */
export async function portalPages(app: FastifyInstance): Promise<void> {
  if (!existsSync(PAGE)) {
    app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs'))
    return
  }
  await app.register(async (scope) => {
    scope.setErrorHandler(refuseMissingFile)
    await scope.register(fastifyStatic, {
      root: path.join(web, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      index: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      schemaHide: true,
    })
  })
  for (const pagePath of PORTAL_PATHS) {
    app.get(pagePath, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', POLICY)
        .header('referrer-policy', 'no-referrer')
        .header('cross-origin-opener-policy', 'same-origin')
        // Read the page for each request, because a build may replace the page and its scripts while the service runs.
        .send(await readFile(PAGE)),
    )
  }
}

/**
 * Returns 404 for an invalid path and for a path outside the folder. The file server itself would return 400 or 403.
 */
function refuseMissingFile(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const isRefusal = error.statusCode !== undefined && error.statusCode < 500
  return isRefusal ? reply.callNotFound() : handleError(error, request, reply)
}
