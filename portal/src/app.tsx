// The root component: theme, texts, query cache, router, and the overlays above all pages.
import '@mantine/core/styles.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { isWorthRetrying } from './api/queries.ts'
import { openQuestion } from './parts/forms/confirm.ts'
import { onDemand } from './parts/on-demand.tsx'
import { toastsShown } from './parts/overlays/toasts.ts'
import { makeRouter } from './router.tsx'
import { expired } from './session/expired.ts'
import { TextsProvider } from './texts/texts.tsx'
import './theme/colors.css'
import './theme/theme.css'
import { theme } from './theme/theme.ts'

const client = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 5_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
const router = makeRouter(client)
const ConfirmDialog = onDemand(openQuestion, () => import('./parts/forms/confirm-dialog.tsx'))
const SignInAgain = onDemand(expired, () => import('./session/sign-in-again.tsx'))
const Toasts = onDemand(toastsShown, () => import('./parts/overlays/toast-list.tsx'))

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <TextsProvider>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
          <SignInAgain />
          <ConfirmDialog />
          <Toasts />
        </QueryClientProvider>
      </TextsProvider>
    </MantineProvider>
  )
}
