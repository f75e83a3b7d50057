// The sign-in dialog that opens when the session has expired. After the sign-in, waiting requests continue. Input on
// the page is kept.
import { Button, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Session } from '../../../sdk/src/api.ts'
import { useStore } from '../state/store.ts'
import { useTexts } from '../texts/texts.tsx'
import { expired, leftSignedOut, signedInAgain } from './expired.ts'
import { sessionQuery } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'

export default function SignInAgain() {
  const { session } = useTexts()
  const opened = useStore(expired)
  const client = useQueryClient()
  const before: Session | undefined = client.getQueryData(sessionQuery.queryKey)
  const email = before?.actor.email ?? ''
  const leave = () => {
    leftSignedOut()
    location.assign('/sign-in')
  }
  const goOn = (now: Session) => {
    // If another account signed in, open the first page. The page behind the dialog belongs to the previous account.
    if (email !== '' && now.actor.email !== email) location.assign('/')
    else signedInAgain()
  }
  return (
    <Modal opened={opened} onClose={() => {}} withCloseButton={false} closeOnEscape={false} title={session.expired}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {session.expiredText}
        </Text>
        <SignInForm email={email} onSignedIn={goOn}>
          <Button variant="subtle" color="gray" onClick={leave}>
            {session.leave}
          </Button>
        </SignInForm>
      </Stack>
    </Modal>
  )
}
