// Entry point of the portal in the browser.
import { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { noteUnreachable, probe, reachable } from './api/connection.ts'
import { isWorthRetrying } from './api/queries.ts'
import { App } from './app.tsx'
import { plantSeed } from './first-view/seed.ts'
import { loadOverlays } from './parts/on-demand.tsx'
import { makeRouter } from './router.tsx'
import { startTexts } from './texts/texts.tsx'
import { loadLaterStyles } from './theme/later-styles.ts'

const client = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 5_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// Do not use a top-level await: it would split the chunks that share code with this chunk.
void start(document.getElementById('root')!)

async function start(root: HTMLElement): Promise<void> {
  plantSeed(client)
  const router = makeRouter(client)
  // Pages load their texts in the language of the frame, so the language must be known before the router starts.
  await startTexts()
  // The first view of the server stays visible until the page can replace it.
  if (root.childElementCount > 0) await router.load()
  createRoot(root).render(
    <StrictMode>
      <App client={client} router={router} />
    </StrictMode>,
  )
  void loadLaterStyles()
  loadOverlaysAtFirstAction()
}

/**
 * Loads the overlays at the first action of the member at which the service responds. A browser does not repeat a failed
 * import.
 */
function loadOverlaysAtFirstAction(): void {
  const listening = new AbortController()
  let isProbing = false
  const onAction = async () => {
    if (isProbing || !reachable.get()) return
    isProbing = true
    if (await probe()) {
      listening.abort()
      loadOverlays()
    } else noteUnreachable()
    isProbing = false
  }
  for (const event of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
    document.addEventListener(event, onAction, { signal: listening.signal })
}
