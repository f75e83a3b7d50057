// Where the portal begins in the browser.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { startTexts } from './texts/texts.tsx'

// No await at the top level: chunks that share code with this one would have to be split from it.
void startTexts().then(() =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
