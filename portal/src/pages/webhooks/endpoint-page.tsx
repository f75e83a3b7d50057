// One endpoint: status, selected events, sent events and attempts.
import { Alert, Badge, Card, Group, Stack, Tabs, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import type { Subscription } from '../../../../sdk/src/api.ts'
import { usePages, useRead } from '../../api/queries.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { useFilters } from '../../parts/lists/filters.ts'
import { PlainList } from '../../parts/lists/plain-list.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, QueryResult, ShownPages } from '../../parts/states.tsx'
import { Moment } from '../../parts/time.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { AttemptCard } from './attempts.tsx'
import { EndpointActions, Reactivate } from './endpoint-actions.tsx'
import { EndpointEvents } from './endpoint-events.tsx'
import { EndpointState } from './endpoint-state.tsx'
import { Figures } from './figures.tsx'
import { Verification } from './verification/verification.tsx'

export default function EndpointPage() {
  const { webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const id = Number(useParams({ strict: false }).id)
  const query = useRead('readSubscription', { path: { ws, id } }, { every: 10_000 })
  return (
    <PageFrame
      title={query.data?.url ?? webhooks.endpoint}
      before={<BackLink to="webhooks">{webhooks.title}</BackLink>}
      actions={query.data && <EndpointActions endpoint={query.data} />}
    >
      <QueryResult query={query}>{(endpoint) => <Endpoint endpoint={endpoint} />}</QueryResult>
    </PageFrame>
  )
}

function Endpoint({ endpoint }: { endpoint: Subscription }) {
  const { webhooks, serverText } = useTexts()
  const [{ tab = 'events' }, setFilters] = useFilters('tab')
  return (
    <Stack gap="lg">
      {endpoint.status === 'disabled' && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={webhooks.isDisabled}>
          <Stack gap="xs" align="flex-start">
            <Text size="sm" className="sentence">
              {serverText(endpoint.disabled_reason ?? webhooks.disabledByHand)}
            </Text>
            <Text size="sm">{webhooks.disabledText}</Text>
            <Reactivate id={endpoint.id} />
          </Stack>
        </Alert>
      )}
      <Card withBorder padding="md">
        <Stack gap="xs">
          <Group gap="xs">
            <EndpointState status={endpoint.status} failures={endpoint.failures} />
            {endpoint.failing_since !== null && endpoint.status === 'active' && (
              <Text size="sm" c="dimmed">
                {webhooks.failingSince} <Moment at={endpoint.failing_since} />
              </Text>
            )}
          </Group>
          <Group gap={6} aria-label={webhooks.events} role="group">
            {endpoint.events.map((name) => (
              <Badge key={name} variant="default" tt="none" fw={480}>
                {name}
              </Badge>
            ))}
          </Group>
          {endpoint.previous_secret_until !== null && (
            <Text size="sm" c="dimmed">
              {webhooks.oldSecret} <Moment at={endpoint.previous_secret_until} />
            </Text>
          )}
        </Stack>
      </Card>
      <Figures id={endpoint.id} />
      <Tabs
        value={tab}
        onChange={(name) => setFilters({ tab: name === 'events' ? '' : (name ?? '') })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="events">{webhooks.events}</Tabs.Tab>
          <Tabs.Tab value="attempts">{webhooks.attempts}</Tabs.Tab>
          <Tabs.Tab value="verify">{webhooks.verification.title}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="events">
          <EndpointEvents endpoint={endpoint} />
        </Tabs.Panel>
        <Tabs.Panel value="attempts">
          <AllAttempts id={endpoint.id} />
        </Tabs.Panel>
        <Tabs.Panel value="verify">
          <Card>
            <Verification />
          </Card>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

function AllAttempts({ id }: { id: number }) {
  const { webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const pages = usePages('listAttempts', { path: { ws, id } }, { every: 10_000 })
  return (
    <ShownPages pages={pages} empty={<Empty icon={IconAlertTriangle} title={webhooks.noAttempts} />}>
      {(rows) => (
        <PlainList ordered>
          {rows.map((row) => (
            <AttemptCard
              key={row.id}
              attempt={row}
              title={row.event}
              to={pathTo(`webhooks/${id}/events/${row.event_entry}`)}
              isTest={row.test || row.mode === 'test'}
            />
          ))}
        </PlainList>
      )}
    </ShownPages>
  )
}
