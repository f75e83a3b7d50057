// Inbound webhooks: the requests of providers, with filters by state and channel.
import { Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { usePages } from '../../api/queries.ts'
import { useChannelChoices } from '../../parts/channels.ts'
import { FilterSelect } from '../../parts/lists/filter-select.tsx'
import { useFilters } from '../../parts/lists/filters.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { RequestDialog } from './request-dialog.tsx'
import { RequestRows, requestStatuses } from './rows.tsx'

export default function InboundPage() {
  const { inbound } = useTexts()
  const { id: ws } = useWorkspace()
  const [filters, setFilters] = useFilters('status', 'channel')
  const [shown, setShown] = useState<number>()
  const status = requestStatuses.find((one) => one === filters.status)
  const answering = useChannelChoices(({ replies }) => replies)
  const channel = answering.find(({ value }) => value === filters.channel)?.value
  const isNarrow = status !== undefined || channel !== undefined
  const pages = usePages(
    'listInboundRequests',
    { path: { ws }, query: { ...(status ? { status } : {}), ...(channel ? { channel } : {}) } },
    { every: 10_000, enabled: answering.length > 0 },
  )
  return (
    <PageFrame title={inbound.title} text={inbound.text}>
      <Group gap="xs" mb="md">
        <FilterSelect
          label={inbound.state}
          any={inbound.anyState}
          choices={requestStatuses.map((value) => ({ value, label: inbound.states[value] }))}
          value={status}
          onChange={(status) => setFilters({ status })}
        />
        <FilterSelect
          label={inbound.channel}
          any={inbound.anyChannel}
          choices={answering}
          value={channel}
          onChange={(channel) => setFilters({ channel })}
        />
      </Group>
      <RequestDialog id={shown} onClose={() => setShown(undefined)} />
      <ShownPages
        pages={pages}
        empty={
          <Empty icon={IconDownload} title={isNarrow ? inbound.noneMatch : inbound.none}>
            {isNarrow ? inbound.noneMatchText : inbound.noneText}
          </Empty>
        }
      >
        {(rows) => <RequestRows rows={rows} onShow={setShown} />}
      </ShownPages>
    </PageFrame>
  )
}
