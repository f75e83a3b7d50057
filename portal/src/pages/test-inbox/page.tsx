// The test inbox: messages of test keys as each channel shows them, with working buttons, and notices that could not be
// emailed.
import { Alert, Box, Button, Card, Group, Stack, Text } from '@mantine/core'
import { IconInbox, IconMail } from '@tabler/icons-react'
import type { TestMessage } from '../../../../sdk/src/api.ts'
import { usePages } from '../../api/queries.ts'
import { Channel, StatusBadge } from '../../parts/delivery-words.tsx'
import { PlainList } from '../../parts/lists/plain-list.tsx'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { Message } from '../../parts/messages/message.tsx'
import { shownMessage } from '../../parts/messages/shown-message.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

export default function TestInboxPage() {
  const { testInbox } = useTexts()
  const { id: ws } = useWorkspace()
  const pages = usePages('listTestInbox', { path: { ws } }, { every: 3_000 })
  return (
    <PageFrame title={testInbox.title} text={testInbox.text}>
      <Stack gap="md">
        <Notices />
        <ShownPages
          pages={pages}
          empty={
            <Empty icon={IconInbox} title={testInbox.nothing}>
              {testInbox.nothingText}
            </Empty>
          }
        >
          {(rows) => (
            <PlainList gap="lg" ordered>
              {rows.map((row) => (
                <Entry key={row.id} entry={row} />
              ))}
            </PlainList>
          )}
        </ShownPages>
      </Stack>
    </PageFrame>
  )
}

function Entry({ entry }: { entry: TestMessage }) {
  const { testInbox } = useTexts()
  const { name } = useWorkspace()
  const pathTo = usePathTo()
  return (
    <Card component="li" withBorder padding="md">
      <Group justify="space-between" gap="xs" mb="sm">
        <Group gap="sm">
          <Channel name={entry.channel} />
          <Text size="sm" className="wrap-anywhere">
            {testInbox.to(entry.recipient.name, entry.address)}
          </Text>
        </Group>
        <Group gap="sm">
          <StatusBadge status={entry.status} />
          <Text size="sm" c="dimmed">
            <Time at={entry.at} />
          </Text>
        </Group>
      </Group>
      <Box maw={680}>
        <Message message={shownMessage(entry.message)} sender={name} />
      </Box>
      <Text size="sm" mt="sm">
        <RowLink to={pathTo(`deliveries/${entry.delivery_id}`)}>{testInbox.delivery(entry.delivery_id)}</RowLink>
      </Text>
    </Card>
  )
}

/** Notices that the service could not email, because no mail server is configured. */
function Notices() {
  const { testInbox } = useTexts()
  const { id: ws } = useWorkspace()
  const pages = usePages('listNotices', { path: { ws }, query: { limit: 20, mail: 'kept' } }, { every: 15_000 })
  return (
    <>
      {pages.rows.map((notice) => (
        <Alert key={notice.id} variant="light" color="blue" icon={<IconMail aria-hidden />} title={notice.subject}>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }} className="wrap-anywhere">
            {notice.body}
          </Text>
          <Text size="sm" c="dimmed" mt="xs">
            <Time at={notice.at} /> · {testInbox.noMail}
          </Text>
        </Alert>
      ))}
      {pages.more && (
        <Group>
          <Button size="xs" variant="default" onClick={pages.more} loading={pages.isLoadingMore}>
            {testInbox.moreNotices}
          </Button>
        </Group>
      )}
    </>
  )
}
