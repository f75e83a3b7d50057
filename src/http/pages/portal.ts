// The portal: its page at the addresses it knows, and its scripts and styles under /assets.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { packageRoot } from '../../lib/package-root.ts'
import { handleError } from '../errors.ts'

/** Built by `npm start`, `npm test` and `npm run build`. */
const web = path.join(packageRoot(), 'web')

/** Where the portal lives. Any other address is the API's, or nobody's: a wrong one is still answered 404. */
const PORTAL_ADDRESSES = [
  '/',
  '/sign-in',
  '/setup',
  '/invitation',
  '/forgotten-password',
  '/reset-password',
  '/test-inbox',
  '/w',
  '/w/*',
]

/** Logos and media in previews are their owners', at any https address; everything else comes from here. */
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

/** Serves the portal where it was built; without it `/` leads to the API's description. */
export async function portalPages(app: FastifyInstance): Promise<void> {
  if (!existsSync(path.join(web, 'index.html'))) {
    app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs'))
    return
  }
  await app.register(async (scope) => {
    scope.setErrorHandler(nothingThere)
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
  for (const address of PORTAL_ADDRESSES) {
    app.get(address, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', POLICY)
        .header('referrer-policy', 'no-referrer')
        .header('cross-origin-opener-policy', 'same-origin')
        // Read anew each time: a build beside a running service replaces it, and its scripts with it.
        .send(await readFile(path.join(web, 'index.html'))),
    )
  }
}

/** A path that leads out of the folder, or is no path, is refused by the file server with 403 or 400: there is no such file. */
function nothingThere(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const isRefusal = error.statusCode !== undefined && error.statusCode < 500
  return isRefusal ? reply.callNotFound() : handleError(error, request, reply)
}
