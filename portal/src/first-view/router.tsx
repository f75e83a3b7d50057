// The routes of the first view: the frame with the overview, and the frame alone for all other pages.
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
} from '@tanstack/react-router'
import OverviewPage from '../pages/overview/page.tsx'
import { Loading } from '../parts/states.tsx'
import { parseSearch, type RouterContext, stringifySearch } from '../router.tsx'
import Frame from '../shell/frame.tsx'

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet })
const workspace = createRoute({ getParentRoute: () => root, path: '/w/$ws', component: Frame })
const tree = root.addChildren([
  workspace.addChildren([
    createRoute({ getParentRoute: () => workspace, path: '/', component: OverviewPage }),
    createRoute({ getParentRoute: () => workspace, path: '$', component: Loading }),
  ]),
])

export function makeFirstRouter(client: QueryClient, history: RouterHistory) {
  return createRouter({ routeTree: tree, context: { client }, history, isServer: true, parseSearch, stringifySearch })
}
