// /sign-in: signs in, then opens the page that was requested.
import { Anchor, Text } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTexts } from '../texts/texts.tsx'
import { OutsideFrame } from './outside-frame.tsx'
import { SignInForm } from './sign-in-form.tsx'

export default function SignInPage() {
  const { session } = useTexts()
  const navigate = useNavigate()
  const search: { to?: string } = useSearch({ strict: false })
  return (
    <OutsideFrame title={session.signIn} text={session.signInText}>
      <SignInForm onSignedIn={() => void navigate({ href: portalPath(search.to) })}>
        <Text size="sm" ta="center">
          <Anchor component={Link} to="/forgotten-password">
            {session.forgot}
          </Anchor>
        </Text>
      </SignInForm>
    </OutsideFrame>
  )
}

/**
 * Returns a path only if it is a path of the portal, because a link to the sign-in page must not redirect to another
 * site.
 */
function portalPath(to: string | undefined): string {
  return to !== undefined && /^\/(w\/|account)/.test(to) ? to : '/'
}
