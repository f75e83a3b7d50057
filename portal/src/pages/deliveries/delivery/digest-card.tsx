// The digest of a delivery: its collected messages, and a button that sends them now.
import { Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { DeliveryTimeline, Digest } from '../../../../../sdk/src/api.ts'
import { useChange, useRead } from '../../../api/queries.ts'
import { confirm } from '../../../parts/forms/confirm.ts'
import { showToast } from '../../../parts/forms/form-problems.ts'
import { ProblemNotice, QueryResult } from '../../../parts/states.tsx'
import { Moment } from '../../../parts/time.tsx'
import { useMay, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'

const SOON_MS = 2_000

export function DigestCard({ delivery: { id, digest: listed } }: { delivery: DeliveryTimeline }) {
  const { digest: texts } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const close = useChange('closeDigest', ['listDeliveries', 'readTimeline', 'readDigest'])
  const isOpen = listed?.closed_at === null
  const path = { ws, id }
  const query = useRead('readDigest', { path }, { every: () => (isOpen ? SOON_MS : false) })
  const askClose = async () => {
    const yes = await confirm({
      title: texts.sendTitle,
      text: texts.sendText,
      yes: texts.sendNow,
      no: texts.keep,
      harmless: true,
    })
    if (yes) close.mutate({ path }, { onSuccess: () => showToast(texts.sent) })
  }
  return (
    <Card>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{texts.title}</Title>
        {isOpen && may.change && (
          <Button
            variant="default"
            leftSection={<IconSend size={16} aria-hidden />}
            onClick={askClose}
            loading={close.isPending}
          >
            {texts.sendNow}
          </Button>
        )}
      </Group>
      {close.error && <ProblemNotice error={close.error} />}
      <Text size="sm" c="dimmed" mb="md">
        {isOpen ? texts.openText : texts.closedText}
      </Text>
      <QueryResult query={query} lines={4}>
        {(digest) => <DigestContent digest={digest} />}
      </QueryResult>
    </Card>
  )
}

function DigestContent({ digest }: { digest: Digest }) {
  const { digest: texts } = useTexts()
  const at = digest.closes_at ?? digest.closed_at
  return (
    <Stack gap="md">
      <dl className="facts">
        <div>
          <dt>{texts.key}</dt>
          <dd className="wrap-anywhere">{digest.key}</dd>
        </div>
        <div>
          <dt>{digest.closes_at === null ? texts.closed : texts.collecting}</dt>
          <dd>
            {at !== null && <Moment at={at} />}
            <Text size="xs" c="dimmed">
              {texts.messages(digest.items)}
            </Text>
          </dd>
        </div>
      </dl>
      <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {digest.list.map((item, index) => (
          // The items of a digest keep their order, and new items are added at the end.
          // biome-ignore lint/suspicious/noArrayIndexKey: the position is the identity of an item
          <li key={index}>
            <details>
              <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
                {texts.message(index + 1)}
              </Text>
              <Code block fz="xs" mt="xs" style={{ whiteSpace: 'pre-wrap' }} className="wrap-anywhere">
                {JSON.stringify(item, null, 2)}
              </Code>
            </details>
          </li>
        ))}
      </Stack>
      {digest.more > 0 && (
        <Text size="sm" c="dimmed">
          {texts.more(digest.more)}
        </Text>
      )}
    </Stack>
  )
}
