// The button that signs in with the OpenID Connect provider, on the sign-in page and on the page of an invitation.
import { Button, Stack } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { ProblemNotice } from '../parts/states.tsx'
import { useTexts } from '../texts/texts.tsx'
import { useProviderSignIn } from './provider.ts'

interface ProviderButtonProps {
  name: string
  /** The page that opens after the sign-in. */
  to?: string | undefined
}

export function ProviderButton({ name, to }: ProviderButtonProps) {
  const { session } = useTexts()
  const provider = useProviderSignIn()
  return (
    <Stack gap="md">
      {provider.error && <ProblemNotice error={provider.error} />}
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconLogin2 size={18} aria-hidden />}
        loading={provider.isPending}
        onClick={() => provider.open(to)}
      >
        {session.signInWith(name)}
      </Button>
    </Stack>
  )
}
