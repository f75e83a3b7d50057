// The links to a test message that was sent.
import { Alert, Anchor, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { usePathTo } from '../../../../session/workspace.tsx'
import { useTexts } from '../../../../texts/texts.tsx'

export function SentNotice({ id, isTest }: { id: number; isTest: boolean }) {
  const { templates } = useTexts()
  const pathTo = usePathTo()
  return (
    <Alert color="verdigris" variant="light" role="status" title={templates.sent}>
      <Group gap="md">
        {isTest && (
          <Anchor component={Link} to={pathTo('test-inbox')} search={{ message: id } as never} size="sm">
            {templates.viewInbox}
          </Anchor>
        )}
        <Anchor component={Link} to={pathTo(`deliveries/${id}`)} size="sm">
          {templates.delivery(id)}
        </Anchor>
      </Group>
    </Alert>
  )
}
