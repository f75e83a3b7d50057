// Renders the first view of the portal on the server: the frame, and on the overview its data. The browser shows it
// before the scripts of the portal have loaded. The portal then replaces it.
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { operations, type Session } from '../../../sdk/src/api.ts'
import { addressOf, BASE } from '../api/address.ts'
import type { OperationId } from '../api/request.ts'
import { App } from '../app.tsx'
import { sessionQuery } from '../session/session.ts'
import { serverLanguage, setServerLanguage } from '../texts/texts.tsx'
import { makeFirstRouter } from './router.tsx'
import type { Seed } from './seed.ts'

interface FirstViewRequest {
  /** The path and the query of the page. */
  path: string
  /** The workspace that was opened last. */
  workspace: string | undefined
  /** The language that the member selected. */
  language: string | undefined
  /** The languages of the browser in the order of preference. */
  languages: string[]
  /** Reads an address of the API with the session of the request. Undefined if the API refuses the request. */
  read: (address: string) => Promise<unknown>
}

interface FirstView {
  html: string
  language: string
  seed: Seed
}

/** The most answers in one page. */
const MOST_READS = 6
/** Operations whose answers contain secrets. They stay out of the page. */
const SECRET: ReadonlySet<string> = new Set(['readGettingStarted'])

/** Returns undefined if the caller has no session, or if the page does not belong to a workspace of the session. */
export async function renderFirstView(request: FirstViewRequest): Promise<FirstView | undefined> {
  const session = (await request.read(`${BASE}${operations.readSession[1]}`)) as Session | undefined
  const workspaces = session?.workspaces ?? []
  const last = workspaces.find(({ id }) => String(id) === request.workspace) ?? workspaces[0]
  if (session === undefined || last === undefined) return undefined
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(sessionQuery.queryKey, session)
  const path = request.path === '/' ? `/w/${last.id}` : request.path
  const router = makeFirstRouter(client, createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const language = await serverLanguage(request.language, request.languages)
  const render = () => {
    // Set the texts directly before each synchronous rendering: other requests may have another language.
    setServerLanguage(language)
    return renderToString(<App client={client} router={router} />)
  }
  render()
  const seed: Seed = [[[...sessionQuery.queryKey], session]]
  await Promise.all(
    missingReads(client).map(async ({ key, address }) => {
      const answer = await request.read(address)
      if (answer === undefined) return
      client.setQueryData(key, answer)
      seed.push([key, answer])
    }),
  )
  const html = render()
  client.clear()
  return { html, language: language.code, seed }
}

/** Returns the reads for which the components of the page wait. */
function missingReads(client: QueryClient): { key: unknown[]; address: string }[] {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data === undefined)
    .flatMap(({ queryKey }) => {
      const [operation, input, ...others] = queryKey
      if (!isOperation(operation) || SECRET.has(operation) || others.length > 0) return []
      const [method, path] = operations[operation]
      return method === 'GET' ? [{ key: [...queryKey], address: addressOf(BASE + path, input ?? {}) }] : []
    })
    .slice(0, MOST_READS)
}

const isOperation = (name: unknown): name is OperationId => typeof name === 'string' && Object.hasOwn(operations, name)
