// Webhooks: the list of endpoints, and the action callbacks.

import { Button, Card, Group, Tabs, Text } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { usePages } from '../../api/queries.ts'
import { useCreating } from '../../parts/lists/creating.ts'
import { useFilters } from '../../parts/lists/filters.ts'
import { PlainList } from '../../parts/lists/plain-list.tsx'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useMay, usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { Callbacks } from './callbacks.tsx'
import { EndpointState } from './endpoint-state.tsx'
import { NewEndpoint } from './new-endpoint.tsx'

export default function WebhooksPage() {
  const { webhooks } = useTexts()
  const may = useMay()
  const [adding, setAdding] = useCreating()
  const [{ tab = 'endpoints' }, setFilters] = useFilters('tab')
  return (
    <PageFrame
      title={webhooks.title}
      text={webhooks.text}
      actions={
        may.change && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {webhooks.add}
          </Button>
        )
      }
    >
      <NewEndpoint opened={adding} onClose={() => setAdding(false)} />
      <Tabs
        value={tab}
        onChange={(name) => setFilters({ tab: name === 'endpoints' ? '' : (name ?? '') })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="endpoints">{webhooks.endpoints}</Tabs.Tab>
          <Tabs.Tab value="callbacks">{webhooks.callbacks}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="endpoints">
          <Endpoints onAdd={() => setAdding(true)} />
        </Tabs.Panel>
        <Tabs.Panel value="callbacks">
          <Callbacks />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}

function Endpoints({ onAdd }: { onAdd: () => void }) {
  const { webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const may = useMay()
  const pages = usePages('listSubscriptions', { path: { ws } }, { every: 15_000 })
  return (
    <ShownPages
      pages={pages}
      empty={
        <Empty
          icon={IconWebhook}
          title={webhooks.noEndpoints}
          action={
            may.change && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
                {webhooks.add}
              </Button>
            )
          }
        >
          {webhooks.noEndpointsText}
        </Empty>
      }
    >
      {(rows) => (
        <PlainList gap="sm">
          {rows.map((row) => (
            <Card key={row.id} component="li" withBorder padding="md">
              <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
                <RowLink to={pathTo(`webhooks/${row.id}`)}>{row.url}</RowLink>
                <EndpointState status={row.status} failures={row.failures} />
              </Group>
              <Text size="sm" c="dimmed" mt={4}>
                {webhooks.chosen(row.events.length)} · {webhooks.added} <Time at={row.created_at} />
              </Text>
            </Card>
          ))}
        </PlainList>
      )}
    </ShownPages>
  )
}
