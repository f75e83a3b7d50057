// One conversation: sent and received messages, oldest first. A button loads older messages.
import { Badge, Box, Button, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ConversationDetail } from '../../../../sdk/src/api.ts'
import { keyOf } from '../../api/queries.ts'
import { request } from '../../api/request.ts'
import { Channel, StateBadge } from '../../parts/delivery-words.tsx'
import { PlainList } from '../../parts/lists/plain-list.tsx'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Loading, ProblemNotice } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import './bubbles.css'
import { BackLink } from '../../parts/back-link.tsx'

type Message = ConversationDetail['messages'][number]

export default function ConversationPage() {
  const { common, conversations } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const id = Number(useParams({ strict: false }).id)
  const query = useInfiniteQuery({
    queryKey: [...keyOf('readConversation', { path: { ws, id } }), 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      request(
        'readConversation',
        { path: { ws, id }, query: pageParam === undefined ? {} : { cursor: pageParam } },
        signal,
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: (active) => ((active.state.data?.pages.length ?? 0) > 1 ? false : 5_000),
  })
  const latest = query.data?.pages[0]
  // The API returns the newest messages first. The page shows the oldest message first.
  const messages = (query.data?.pages ?? []).flatMap((page) => page.messages).reverse()
  return (
    <PageFrame
      title={latest?.recipient.name ?? conversations.conversation}
      text={latest && <Channel name={latest.channel} />}
      before={<BackLink to="conversations">{conversations.title}</BackLink>}
      actions={
        latest && (
          <Button component={Link} to={pathTo(`recipients/${latest.recipient.id}`)} variant="default">
            {conversations.toRecipient}
          </Button>
        )
      }
    >
      {latest === undefined && query.error && (
        <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
      )}
      {latest === undefined && !query.error && <Loading />}
      {latest !== undefined && (
        <Stack gap="md" maw={720}>
          {query.hasNextPage && (
            <Button
              variant="default"
              onClick={() => void query.fetchNextPage()}
              loading={query.isFetchingNextPage}
              style={{ alignSelf: 'center' }}
            >
              {conversations.older}
            </Button>
          )}
          {messages.length === 0 && <Text c="dimmed">{common.none}</Text>}
          <PlainList gap="sm" ordered label={conversations.conversation}>
            {messages.map((message) => (
              <Bubble key={`${message.direction}${message.id}`} message={message} />
            ))}
          </PlainList>
        </Stack>
      )}
    </PageFrame>
  )
}

function Bubble({ message }: { message: Message }) {
  const { conversations } = useTexts()
  const pathTo = usePathTo()
  const incoming = message.direction === 'in'
  return (
    <Box component="li" className="bubble" data-incoming={incoming || undefined}>
      <Box className="bubble-body">
        {message.body !== null && (
          <Text size="sm" className="wrap-anywhere" style={{ whiteSpace: 'pre-wrap' }}>
            {message.body}
          </Text>
        )}
        {message.media.map((file, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: files of a message never change places
          <Badge key={at} variant="default" tt="none">
            {typeof file.filename === 'string' ? file.filename : conversations.media}
          </Badge>
        ))}
      </Box>
      <Group gap={6} mt={4} justify={incoming ? 'flex-start' : 'flex-end'}>
        <Text size="xs" c="dimmed">
          {incoming ? conversations.wrote : conversations.weSent} <Time at={message.at} />
        </Text>
        {message.state !== undefined && <StateBadge state={message.state} attempts_made={message.attempts_made ?? 0} />}
        {message.delivery_id !== null && (
          <Text size="xs" component="span">
            <RowLink to={pathTo(`deliveries/${message.delivery_id}`)}>
              {incoming ? conversations.answers(message.delivery_id) : (message.template_slug ?? message.delivery_id)}
            </RowLink>
          </Text>
        )}
      </Group>
    </Box>
  )
}
