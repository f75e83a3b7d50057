// The routes: pages before sign-in, and the pages of a workspace.
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { loadCode } from './api/load-code.ts'
import { RequestFailed } from './api/problem.ts'
import { request } from './api/request.ts'
import { type PageDefinition, pages } from './pages/pages.ts'
import { BrokenPage, MissingPage } from './parts/broken-page.tsx'
import { Loading } from './parts/states.tsx'
import { sessionQuery } from './session/session.ts'
import { workspacePath } from './session/workspace.tsx'
import Frame from './shell/frame.tsx'
import { readStored } from './state/stored.ts'
import { loadPageTexts, loadServerText } from './texts/texts.tsx'
import { loadLaterStyles } from './theme/later-styles.ts'

export interface RouterContext {
  client: QueryClient
}

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet })

/** If the browser has no valid session, redirects to the sign-in page. After the sign-in, this page opens again. */
async function requireSession({ context, location }: { context: RouterContext; location: { href: string } }) {
  try {
    return await context.client.ensureQueryData(sessionQuery)
  } catch (error) {
    // The API returns 429 instead of 401 if it refused too many requests from this network.
    if (error instanceof RequestFailed && [401, 429].includes(error.problem.status))
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { to: location.href } })
    throw error
  }
}

const withStyles = (load: PageDefinition['load']) => async () => {
  const [page] = await Promise.all([loadCode(load), loadLaterStyles()])
  return page
}

const outside = (path: string, load: () => Promise<{ default: React.ComponentType }>) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(withStyles(load)) })

/**
 * Loads a page together with its texts and styles. Only the overview opens without waiting for these texts and styles.
 */
const withTexts = (load: PageDefinition['load']) => async () => {
  const [page] = await Promise.all([withStyles(load)(), loadCode(loadPageTexts)])
  return page
}

/** A path without a workspace redirects to the workspace that was opened last. */
const entrance = (path: string, page: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: async (at) => {
      const { workspaces } = await requireSession(at)
      const lastWorkspace = readStored('workspace') ?? ''
      const isListed = workspaces.some(({ id }) => String(id) === lastWorkspace)
      const last = isListed || (await isWorkspace(lastWorkspace)) ? Number(lastWorkspace) : workspaces[0]?.id
      throw redirect({ to: last === undefined ? '/w' : workspacePath(last, page) })
    },
  })

/**
 * Returns whether a workspace exists that the session does not contain. The session contains only the first workspaces.
 */
async function isWorkspace(id: string): Promise<boolean> {
  if (!/^[1-9]\d{0,14}$/.test(id)) return false
  return request('readWorkspace', { path: { ws: Number(id) } }).then(
    () => true,
    () => false,
  )
}

const workspace = createRoute({
  getParentRoute: () => root,
  path: '/w/$ws',
  beforeLoad: requireSession,
  component: Frame,
})

const tree = root.addChildren([
  entrance('/', ''),
  entrance('/test-inbox', 'test-inbox'),
  outside('/sign-in', () => import('./session/sign-in-page.tsx')),
  outside('/sign-in/callback', async () => {
    const [page] = await Promise.all([import('./session/callback-page.tsx'), loadServerText()])
    return page
  }),
  outside('/setup', () => import('./session/setup-page.tsx')),
  outside('/invitation', () => import('./session/invitation-page.tsx')),
  outside('/forgotten-password', async () => {
    const [page] = await Promise.all([import('./session/forgotten-page.tsx'), loadServerText()])
    return page
  }),
  outside('/reset-password', () => import('./session/reset-page.tsx')),
  outside('/w', () => import('./session/no-workspace-page.tsx')),
  workspace.addChildren(
    pages.map(({ path, load }) =>
      createRoute({
        getParentRoute: () => workspace,
        path: path === '' ? '/' : path,
        component: lazyRouteComponent(path === '' ? () => loadCode(load) : withTexts(load)),
      }),
    ),
  ),
])

export function makeRouter(client: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { client },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: Loading,
    defaultPendingMs: 300,
    defaultErrorComponent: BrokenPage,
    defaultNotFoundComponent: MissingPage,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  })
}

// All parameters are plain text, so that URLs are readable.
export const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>): string {
  const text = new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? (value === '' ? [] : [[name, String(value)]]) : [],
    ),
  ).toString()
  return text === '' ? '' : `?${text}`
}
