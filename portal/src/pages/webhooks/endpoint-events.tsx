// The events of an endpoint, with filters by event and status.
import { Badge, Group, Stack, Text } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import type { Subscription, SubscriptionEvent } from '../../../../sdk/src/api.ts'
import { usePages } from '../../api/queries.ts'
import { FilterSelect } from '../../parts/lists/filter-select.tsx'
import { useFilters } from '../../parts/lists/filters.ts'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { Rows } from '../../parts/lists/table.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { DueTime, Time } from '../../parts/time.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { everyEvent } from './choice.tsx'
import { DispatchBadge } from './dispatch-badge.tsx'

type Status = SubscriptionEvent['status']
const statuses: Status[] = ['waiting', 'sending', 'received', 'failed', 'held']

export function EndpointEvents({ endpoint }: { endpoint: Subscription }) {
  const { timeline, webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const [filters, setFilters] = useFilters('status', 'event')
  const status = statuses.find((one) => one === filters.status)
  const event = everyEvent.find((one) => one === filters.event)
  const pages = usePages(
    'listSubscriptionEvents',
    { path: { ws, id: endpoint.id }, query: { ...(status && { status }), ...(event && { event }) } },
    { every: 5_000 },
  )
  const isNarrow = status !== undefined || event !== undefined
  return (
    <Stack gap="md">
      <Group gap="xs">
        <FilterSelect
          width={220}
          label={webhooks.event}
          any={webhooks.anyEvent}
          choices={everyEvent.map((name) => ({ value: name, label: name }))}
          value={event}
          onChange={(name) => setFilters({ event: name })}
        />
        <FilterSelect
          label={webhooks.state}
          any={webhooks.anyState}
          choices={statuses.map((value) => ({ value, label: webhooks.statuses[value] }))}
          value={status}
          onChange={(name) => setFilters({ status: name })}
        />
      </Group>
      <ShownPages
        pages={pages}
        empty={
          <Empty icon={IconBellRinging} title={isNarrow ? webhooks.noMatches : webhooks.noEvents}>
            {isNarrow ? webhooks.noMatchesText : webhooks.noEventsText}
          </Empty>
        }
      >
        {(rows) => (
          <Rows
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                title: webhooks.event,
                cell: (row) => <EventName row={row} to={pathTo(`webhooks/${endpoint.id}/events/${row.id}`)} />,
              },
              { title: webhooks.state, cell: (row) => <EventState row={row} /> },
              {
                title: webhooks.delivery,
                from: 'md',
                cell: ({ delivery_id }) =>
                  delivery_id !== null && (
                    <RowLink to={pathTo(`deliveries/${delivery_id}`)}>{webhooks.ofDelivery(delivery_id)}</RowLink>
                  ),
              },
              { title: webhooks.attempts, from: 'md', cell: (row) => timeline.entries.attempts(row.attempts_made) },
              { title: webhooks.time, from: 'sm', quiet: true, cell: (row) => <Time at={row.created_at} /> },
            ]}
          />
        )}
      </ShownPages>
    </Stack>
  )
}

function EventName({ row, to }: { row: SubscriptionEvent; to: string }) {
  const { common, webhooks } = useTexts()
  return (
    <Group gap={6}>
      <RowLink to={to}>{row.event}</RowLink>
      {(row.test || row.mode === 'test') && <Badge color="yellow">{common.test}</Badge>}
      {row.replay_of !== null && <Badge variant="default">{webhooks.isReplay}</Badge>}
    </Group>
  )
}

function EventState({ row }: { row: SubscriptionEvent }) {
  const { webhooks } = useTexts()
  return (
    <>
      <DispatchBadge status={row.status} />
      {row.next_at !== null && row.status === 'waiting' && row.attempts_made > 0 && (
        <Text size="xs" c="dimmed">
          {webhooks.nextAttempt} <DueTime at={row.next_at} />
        </Text>
      )}
    </>
  )
}
