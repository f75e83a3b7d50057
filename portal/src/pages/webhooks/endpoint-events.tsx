// The events of an endpoint, with status, details and replay.
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useState } from 'react'
import type { Subscription, SubscriptionEvent } from '../../../../sdk/src/api.ts'
import { useChange, usePages, useRead } from '../../api/queries.ts'
import { Dialog } from '../../parts/forms/dialog.tsx'
import { showToast } from '../../parts/forms/form-problems.ts'
import { useFilters } from '../../parts/lists/filters.ts'
import { OneOf } from '../../parts/lists/one-of.tsx'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { Rows } from '../../parts/lists/table.tsx'
import { Empty, QueryResult, ShownPages } from '../../parts/states.tsx'
import { DueTime, Time } from '../../parts/time.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { DispatchBadge } from './dispatch-badge.tsx'
import { DispatchDetails } from './dispatch-details.tsx'
import { staleEndpointQueries } from './endpoint-actions.tsx'

type Status = SubscriptionEvent['status']
const statuses: Status[] = ['waiting', 'sending', 'received', 'failed', 'held']

export function EndpointEvents({ endpoint }: { endpoint: Subscription }) {
  const { timeline, webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const [{ status }, setFilters] = useFilters('status')
  const [shown, setShown] = useState<number>()
  const selected = statuses.find((one) => one === status)
  const pages = usePages(
    'listSubscriptionEvents',
    { path: { ws, id: endpoint.id }, query: selected ? { status: selected } : {} },
    { every: 5_000 },
  )
  return (
    <Stack gap="md">
      <OneOf
        label={webhooks.state}
        values={statuses.map((value) => ({ value, label: webhooks.statuses[value] }))}
        value={selected}
        onChange={(status) => setFilters({ status })}
      />
      <EventDialog endpoint={endpoint} entry={shown} onClose={() => setShown(undefined)} />
      <ShownPages
        pages={pages}
        empty={
          <Empty icon={IconBellRinging} title={webhooks.noEvents}>
            {webhooks.noEventsText}
          </Empty>
        }
      >
        {(rows) => (
          <Rows
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { title: webhooks.event, cell: (row) => <EventName row={row} /> },
              { title: webhooks.state, cell: (row) => <EventState row={row} /> },
              { title: webhooks.attempts, from: 'sm', cell: (row) => timeline.entries.attempts(row.attempts_made) },
              { title: webhooks.time, from: 'sm', quiet: true, cell: (row) => <Time at={row.created_at} /> },
              {
                title: webhooks.details,
                untitled: true,
                right: true,
                cell: (row) => (
                  <Button size="compact-xs" variant="default" onClick={() => setShown(row.id)}>
                    {webhooks.details}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </ShownPages>
    </Stack>
  )
}

function EventName({ row }: { row: SubscriptionEvent }) {
  const { common, webhooks } = useTexts()
  return (
    <Group gap={6}>
      <Text size="sm" fw={560}>
        {row.event}
      </Text>
      {row.test && (
        <Badge variant="default" size="sm">
          {common.test}
        </Badge>
      )}
      {row.replay_of !== null && (
        <Badge variant="default" size="sm">
          {webhooks.isReplay}
        </Badge>
      )}
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

interface EventDialogProps {
  endpoint: Subscription
  entry: number | undefined
  onClose: () => void
}

function EventDialog({ endpoint, entry, onClose }: EventDialogProps) {
  const { webhooks } = useTexts()
  return (
    <Dialog opened={entry !== undefined} onClose={onClose} title={webhooks.event} size="lg">
      {entry !== undefined && <EventDetails id={endpoint.id} entry={entry} onReplayed={onClose} />}
    </Dialog>
  )
}

function EventDetails({ id, entry, onReplayed }: { id: number; entry: number; onReplayed: () => void }) {
  const { webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const query = useRead('readSubscriptionEvent', { path: { ws, id, entry } }, { every: 5_000 })
  const replay = useChange('replayEvents', [...staleEndpointQueries])
  return (
    <QueryResult query={query}>
      {(event) => (
        <DispatchDetails
          dispatch={event}
          replay={replay}
          onReplay={() =>
            replay.mutate(
              { path: { ws, id }, body: { event_id: event.event_id } },
              {
                onSuccess: () => {
                  showToast(webhooks.replayQueued)
                  onReplayed()
                },
              },
            )
          }
        >
          {event.delivery_id !== null && (
            <RowLink to={pathTo(`deliveries/${event.delivery_id}`)}>{webhooks.ofDelivery(event.delivery_id)}</RowLink>
          )}
        </DispatchDetails>
      )}
    </QueryResult>
  )
}
