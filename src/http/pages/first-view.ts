// The first view of a portal page, as HTML: the frame, and on the overview its data. The browser shows it before the
// scripts of the portal have loaded. The module that renders it is part of the built portal.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { brand } from '../../brand.ts'

export interface FirstView {
  html: string
  language: string
  /** The answers of the API that the first view shows. */
  seed: unknown[]
}

/** The module of the built portal. `portal/src/first-view/render.tsx` has the same types. */
interface Renderer {
  renderFirstView(request: {
    path: string
    workspace: string | undefined
    language: string | undefined
    languages: string[]
    read: (address: string) => Promise<unknown>
  }): Promise<FirstView | undefined>
}

/** Milliseconds for which a page waits for its first view. A slow database must not delay the page itself. */
const PATIENCE = 1_500
/** The most languages of a browser that are taken into account. */
const MOST_LANGUAGES = 10
/** Paths that show the frame. The first path opens the last workspace. */
const FRAMED = /^\/(w\/[1-9]\d{0,14}(\/[^?]*)?)?(\?|$)/
/** Headers of the request for a page that the API needs to identify the session and the client. */
const PASSED = ['cookie', 'host', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host']

/**
 * Returns a function that renders the first view of a page. The result is undefined for requests without a session, for
 * pages without a frame, and if the rendering fails: the scripts of the portal then show the page alone.
 */
export function createFirstViews(app: FastifyInstance, web: string) {
  const file = path.join(web, 'server', 'render.js')
  let renderer: Promise<Renderer> | undefined
  return async (request: FastifyRequest): Promise<FirstView | undefined> => {
    const { cookie = '' } = request.headers
    if (!FRAMED.test(request.url) || !cookie.includes(brand.sessionCookie) || !existsSync(file)) return undefined
    try {
      renderer ??= import(pathToFileURL(file).href)
      const { renderFirstView } = await renderer
      const view = renderFirstView({
        path: request.url,
        workspace: cookieOf(cookie, 'workspace'),
        language: cookieOf(cookie, 'language'),
        languages: languagesOf(request.headers['accept-language'] ?? ''),
        read: (address) => readAs(app, request, address),
      })
      return await Promise.race([view, afterPatience()])
    } catch (error) {
      request.log.warn({ err: error }, 'The first view of a portal page could not be rendered.')
      return undefined
    }
  }
}

const afterPatience = () =>
  new Promise<undefined>((resolve) =>
    AbortSignal.timeout(PATIENCE).addEventListener('abort', () => resolve(undefined), { once: true }),
  )

/** Reads an address of the API with the session of the page's request. Undefined if the API refuses the request. */
async function readAs(app: FastifyInstance, { headers, socket }: FastifyRequest, address: string): Promise<unknown> {
  const passed = Object.fromEntries(PASSED.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])))
  const remoteAddress = socket.remoteAddress ?? '127.0.0.1'
  const answer = await app.inject({ method: 'GET', url: address, headers: passed, remoteAddress })
  return answer.statusCode === 200 ? answer.json() : undefined
}

/** Returns a value that the portal stored in a cookie: letters or digits. */
function cookieOf(cookie: string, name: string): string | undefined {
  const start = `carillon_${name}=`
  const found = cookie.split('; ').find((one) => one.startsWith(start))
  const value = found?.slice(start.length) ?? ''
  return /^[a-z\d]{1,15}$/.test(value) ? value : undefined
}

/** Returns the languages of the header `Accept-Language`. Browsers send them in the order of preference. */
function languagesOf(header: string): string[] {
  return header
    .split(',', MOST_LANGUAGES)
    .map((one) => one.split(';')[0]?.trim() ?? '')
    .filter((one) => /^[a-zA-Z\d-]{2,35}$/.test(one))
}
