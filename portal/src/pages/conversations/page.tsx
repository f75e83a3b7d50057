// The list of conversations: the contacts that replied, with their channel. The latest reply is first.
import { Card, Group, Stack, Text } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { usePages } from '../../api/queries.ts'
import { useChannelChoices } from '../../parts/channels.ts'
import { Channel } from '../../parts/delivery-words.tsx'
import { FilterSelect } from '../../parts/lists/filter-select.tsx'
import { useFilters } from '../../parts/lists/filters.ts'
import { PlainList } from '../../parts/lists/plain-list.tsx'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

export default function ConversationsPage() {
  const { conversations } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const [{ channel }, setFilters] = useFilters('channel')
  const answering = useChannelChoices(({ replies }) => replies)
  const selected = answering.find(({ value }) => value === channel)?.value
  const pages = usePages(
    'listConversations',
    { path: { ws }, query: selected ? { channel: selected } : {} },
    { every: 10_000, enabled: answering.length > 0 },
  )
  return (
    <PageFrame title={conversations.title} text={conversations.text}>
      <Stack gap="md">
        <FilterSelect
          label={conversations.channel}
          any={conversations.anyChannel}
          choices={answering}
          value={selected}
          onChange={(channel) => setFilters({ channel })}
        />
        <ShownPages
          pages={pages}
          empty={
            <Empty icon={IconMessages} title={conversations.empty}>
              {conversations.emptyText}
            </Empty>
          }
        >
          {(rows) => (
            <PlainList>
              {rows.map((row) => (
                <Card key={row.id} component="li" withBorder padding="md">
                  <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
                    <RowLink to={pathTo(`conversations/${row.id}`)}>{row.recipient.name}</RowLink>
                    <Text size="sm" c="dimmed">
                      <Time at={row.last_message_at} />
                    </Text>
                  </Group>
                  <Group gap="sm" wrap="nowrap" mt={4}>
                    <Channel name={row.channel} />
                    <Text size="sm" c="dimmed" truncate>
                      {row.last_message ?? conversations.media}
                    </Text>
                  </Group>
                </Card>
              ))}
            </PlainList>
          )}
        </ShownPages>
      </Stack>
    </PageFrame>
  )
}
