// What an endpoint was told: every event with its state, its body and attempts, and a way to tell it again.
import { Badge, Button, Group, Select, Stack, Text, Title } from '@mantine/core'
import { IconBellRinging, IconRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import type { Subscription, SubscriptionEvent } from '../../api/operations.ts'
import { useChange, usePages, useRead } from '../../api/queries.ts'
import { CodeBlock } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useFilters } from '../../parts/filters.ts'
import { say } from '../../parts/form-problems.ts'
import { RowLink } from '../../parts/row-link.tsx'
import { Empty, ProblemNotice, Shown, ShownPages } from '../../parts/states.tsx'
import { Rows } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useMay, usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { Attempts } from './attempts.tsx'
import { touched } from './endpoint-actions.tsx'
import { ToldBadge } from './told-badge.tsx'

type Status = SubscriptionEvent['status']
const statuses: Status[] = ['waiting', 'sending', 'received', 'failed', 'held']

export function EndpointEvents({ endpoint }: { endpoint: Subscription }) {
  const { common, webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const [{ status }, setFilters] = useFilters('status')
  const [shown, setShown] = useState<number>()
  const wanted = statuses.find((one) => one === status)
  const pages = usePages(
    'listSubscriptionEvents',
    { path: { ws, id: endpoint.id }, query: wanted ? { status: wanted } : {} },
    { every: 5_000 },
  )
  return (
    <Stack gap="md">
      <Select
        label={webhooks.state}
        data={statuses.map((value) => ({ value, label: webhooks.told[value] }))}
        value={wanted ?? null}
        onChange={(value) => setFilters({ status: value ?? '' })}
        placeholder={common.all}
        clearable
        maw={220}
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
            minWidth={560}
            columns={[
              { title: webhooks.event, cell: (row) => <EventName row={row} /> },
              { title: webhooks.state, cell: (row) => <EventState row={row} /> },
              { title: webhooks.attempts, cell: (row) => row.attempts_made },
              { title: webhooks.happened, quiet: true, cell: (row) => <Time at={row.created_at} /> },
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
      <ToldBadge status={row.status} />
      {row.next_at !== null && row.status === 'waiting' && row.attempts_made > 0 && (
        <Text size="xs" c="dimmed">
          {webhooks.again} <Time at={row.next_at} />
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
  const may = useMay()
  const query = useRead('readSubscriptionEvent', { path: { ws, id, entry } }, { every: 5_000 })
  const replay = useChange('replayEvents', [...touched])
  return (
    <Shown query={query}>
      {(told) => (
        <Stack gap="md">
          {replay.error && <ProblemNotice error={replay.error} />}
          <Group justify="space-between">
            <Group gap="xs">
              <ToldBadge status={told.status} />
              {told.delivery_id !== null && (
                <RowLink to={pathTo(`deliveries/${told.delivery_id}`)}>{webhooks.ofDelivery(told.delivery_id)}</RowLink>
              )}
            </Group>
            {may.change && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconRepeat size={14} aria-hidden />}
                loading={replay.isPending}
                onClick={() =>
                  replay.mutate(
                    { path: { ws, id }, body: { event_id: told.event_id } },
                    {
                      onSuccess: () => {
                        say(webhooks.onItsWay)
                        onReplayed()
                      },
                    },
                  )
                }
              >
                {webhooks.replay}
              </Button>
            )}
          </Group>
          <CodeBlock code={JSON.stringify(told.body, undefined, 2)} label={webhooks.body} />
          <Title order={2}>{webhooks.attempts}</Title>
          <Attempts attempts={told.attempts} />
        </Stack>
      )}
    </Shown>
  )
}
