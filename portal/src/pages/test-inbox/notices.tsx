// Notices that the service could not email, because no mail server is configured.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { usePages } from '../../api/queries.ts'
import { Time } from '../../parts/time.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { type Texts, useTexts } from '../../texts/texts.tsx'

export function Notices() {
  const texts = useTexts()
  const { testInbox, serverText } = texts
  const { id: ws } = useWorkspace()
  const pages = usePages('listNotices', { path: { ws }, query: { limit: 20, mail: 'kept' } }, { every: 15_000 })
  if (pages.rows.length === 0) return null
  return (
    <Stack gap="xs" mb="md">
      {pages.rows.map((notice) => (
        <Alert
          key={notice.id}
          variant="light"
          color="blue"
          icon={<IconMail aria-hidden />}
          title={serverText(notice.subject)}
        >
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }} className="wrap-anywhere">
            {translatedBody(notice.body, texts)}
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
    </Stack>
  )
}

/**
 * Translates the paragraphs of a notice. In lines such as `Workspace: Shop`, only the label is translated, because a
 * name can contain words of the catalog.
 */
function translatedBody(body: string, { serverText, testInbox }: Pick<Texts, 'serverText' | 'testInbox'>): string {
  const labels: Record<string, string> = testInbox.noticeLabels
  const paragraphs = body.trim().split('\n\n')
  return paragraphs
    .map((paragraph) =>
      /^\w+: /.test(paragraph)
        ? paragraph.replace(/^\w+(?=: )/gm, (label) => labels[label] ?? label)
        : serverText(paragraph),
    )
    .join('\n\n')
}
