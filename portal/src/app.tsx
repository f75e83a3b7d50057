// The root component: theme, texts, query cache, router, and the overlays above all pages.
import '@mantine/core/styles.css'
import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { openQuestion } from './parts/forms/confirm.ts'
import { onDemand } from './parts/on-demand.tsx'
import { loadToasts, toastsShown } from './parts/overlays/toasts.ts'
import { expired } from './session/expired.ts'
import { TextsProvider } from './texts/texts.tsx'
import './theme/colors.css'
import './theme/theme.css'
import { theme } from './theme/theme.ts'

const ConfirmDialog = onDemand(
  openQuestion,
  () => import('./parts/forms/confirm-dialog.tsx'),
  () => openQuestion.get()?.answer(false),
)
const SignInAgain = onDemand(expired, () => import('./session/sign-in-again.tsx'))
const Toasts = onDemand(toastsShown, loadToasts, () => toastsShown.set(false))

interface AppProps {
  client: QueryClient
  router: AnyRouter
}

export function App({ client, router }: AppProps) {
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
