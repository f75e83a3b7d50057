// Webhooks: the list of endpoints, and the action callbacks.
import { Button, Tabs } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCreating } from '../../parts/lists/creating.ts'
import { useFilters } from '../../parts/lists/filters.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { useMay } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { Callbacks } from './callbacks.tsx'
import { EndpointList } from './endpoint-list.tsx'
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
          <EndpointList onAdd={() => setAdding(true)} />
        </Tabs.Panel>
        <Tabs.Panel value="callbacks">
          <Callbacks />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}
