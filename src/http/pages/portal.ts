// Serves the portal: one HTML page at all paths of the portal, and its scripts and styles under /assets.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { packageRoot } from '../../lib/package-root.ts'
import { compressAnswers } from '../compress.ts'
import { handleError } from '../errors.ts'
import { createFirstViews, type FirstView } from './first-view.ts'

/** The folder of the built portal. `npm start`, `npm test` and `npm run build` create it. */
const web = path.join(packageRoot(), 'web')
const PAGE = path.join(web, 'index.html')
/** The files of the build. */
const MANIFEST = path.join(web, 'manifest.json')

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
 * must come from this service. The page has one inline script, which the policy permits by its hash.
 */
const policyOf = (inlineScript: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'sha256-${createHash('sha256').update(inlineScript).digest('base64')}'`,
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
  const firstViewOf = createFirstViews(app, web)
  await app.register(async (scope) => {
    compressAnswers(scope)
    for (const pagePath of PORTAL_PATHS) {
      scope.get(pagePath, { schema: { hide: true } }, async (request, reply) => {
        // Read the page for each request, because a build may replace the page and its scripts while the service runs.
        const [page, manifest, view] = await Promise.all([
          readFile(PAGE, 'utf8'),
          readFile(MANIFEST, 'utf8'),
          firstViewOf(request),
        ])
        return reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', policyOf(inlineScriptOf(page)))
          .header('referrer-policy', 'no-referrer')
          .header('cross-origin-opener-policy', 'same-origin')
          .send(view === undefined ? page : withFirstView(page, manifest, view))
      })
    }
  })
}

/** Returns the inline script of the page, which sets the color scheme. */
function inlineScriptOf(page: string): string {
  const [, rest = ''] = page.split('<script>', 2)
  return rest.slice(0, rest.indexOf('</script>'))
}

/** Adds the first view and its data to the page. The functions as replacements keep `$` in the texts unchanged. */
function withFirstView(page: string, manifest: string, { html, language, seed }: FirstView): string {
  const files: Record<string, { file: string }> = JSON.parse(manifest)
  const texts = files[`src/texts/${language}/frame.ts`]?.file ?? ''
  const data = JSON.stringify(seed).replaceAll('<', '\\u003c')
  return page
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('</head>', () => `  <link rel="modulepreload" href="/${texts}">\n  </head>`)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root">${html}</div>\n    <script type="application/json" id="first-data">${data}</script>`,
    )
}

/**
 * Returns 404 for an invalid path and for a path outside the folder. The file server itself would return 400 or 403.
 */
function refuseMissingFile(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const isRefusal = error.statusCode !== undefined && error.statusCode < 500
  return isRefusal ? reply.callNotFound() : handleError(error, request, reply)
}
