// The link to the sign-in page.
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../texts/texts.tsx'

export function ToSignIn() {
  const { session } = useTexts()
  return (
    <Text size="sm">
      <Anchor component={Link} to="/sign-in">
        {session.toSignIn}
      </Anchor>
    </Text>
  )
}
