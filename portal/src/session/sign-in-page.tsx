// /sign-in: signs in with a password or with the OpenID Connect provider, then opens the page that was requested.
import { Anchor, Button, Divider, Stack, Text } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../texts/texts.tsx'
import { OutsideFrame } from './outside-frame.tsx'
import { portalPath, useSignInOptions } from './provider.ts'
import { ProviderButton } from './provider-button.tsx'
import { SignInForm } from './sign-in-form.tsx'

export default function SignInPage() {
  const { session } = useTexts()
  const search: { to?: string } = useSearch({ strict: false })
  const options = useSignInOptions()
  const [wantsPassword, setWantsPassword] = useState(false)
  const isForOperators = options?.provider && options.passwords === 'operators'
  return (
    <OutsideFrame title={session.signIn} text={session.signInText}>
      <Stack gap="lg">
        {options?.provider && <ProviderButton name={options.provider.name} to={search.to} />}
        {isForOperators && !wantsPassword ? (
          <Button variant="subtle" color="gray" onClick={() => setWantsPassword(true)}>
            {session.operatorPassword}
          </Button>
        ) : (
          <>
            {options?.provider && <Divider label={session.or} />}
            <PasswordSignIn to={search.to} />
          </>
        )}
      </Stack>
    </OutsideFrame>
  )
}

function PasswordSignIn({ to }: { to: string | undefined }) {
  const { session } = useTexts()
  const navigate = useNavigate()
  return (
    <SignInForm onSignedIn={() => void navigate({ href: portalPath(to) })}>
      <Text size="sm" ta="center">
        <Anchor component={Link} to="/forgotten-password">
          {session.forgot}
        </Anchor>
      </Text>
    </SignInForm>
  )
}
