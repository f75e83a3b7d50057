// Entry point of the portal in the browser.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { startTexts } from './texts/texts.tsx'
import { loadLaterStyles } from './theme/later-styles.ts'

// Do not use a top-level await: it would split the chunks that share code with this chunk.
void startTexts().then(() => {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  void loadLaterStyles()
})
