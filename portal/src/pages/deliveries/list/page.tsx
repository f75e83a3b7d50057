// Deliveries: all messages, newest first, with filters in the URL and live updates.
import { Box, Text, Tooltip } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { usePages } from '../../../api/queries.ts'
import { FileMenu } from '../../../parts/lists/file-menu.tsx'
import { useSelection } from '../../../parts/lists/selection.ts'
import { PageFrame } from '../../../parts/page-frame.tsx'
import { Empty, ShownPages } from '../../../parts/states.tsx'
import { useMay, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { RecentOperations } from '../bulk/recent-operations.tsx'
import { ResendFailed } from '../bulk/resend-failed.tsx'
import { FilterBar } from './filter-bar.tsx'
import { useDeliveryFilters } from './filters.ts'
import { useLiveRows } from './live.ts'
import { DeliveryRows } from './rows.tsx'
import { SavedFilters } from './saved-filters.tsx'
import { useListView, ViewButton } from './view.tsx'

export default function DeliveriesPage() {
  const { deliveries, shell } = useTexts()
  const { id: ws } = useWorkspace()
  const filters = useDeliveryFilters()
  const pages = usePages('listDeliveries', { path: { ws }, query: filters.query })
  const { rows, isLive } = useLiveRows(ws, filters.query, pages.rows, !pages.isPending)
  const view = useListView()
  const may = useMay()
  const selection = useSelection(JSON.stringify([ws, filters.query]))
  return (
    <PageFrame
      title={shell.pages.deliveries}
      text={deliveries.text}
      actions={
        <>
          <LiveSign isLive={isLive} />
          <RecentOperations />
          <FileMenu path={`/workspaces/${ws}/deliveries/export`} query={filters.query} size="xs" />
          <ViewButton {...view} />
        </>
      }
    >
      <FilterBar {...filters}>
        <SavedFilters {...filters} />
        {may.change && <ResendFailed {...filters} />}
      </FilterBar>
      <BulkBar selection={selection} listed={rows.length} hasMore={pages.more !== undefined} query={filters.query} />
      <ShownPages pages={{ ...pages, rows }} empty={<NoDeliveries {...filters} />}>
        {(found) => (
          <DeliveryRows
            rows={found}
            shown={view.shown}
            isCompact={view.isCompact}
            selection={may.change ? selection : undefined}
          />
        )}
      </ShownPages>
    </PageFrame>
  )
}

function LiveSign({ isLive }: { isLive: boolean }) {
  const { deliveries } = useTexts()
  return (
    <Tooltip label={isLive ? deliveries.text : deliveries.paused}>
      <Box className="live-sign" data-live={isLive}>
        <span className="live-dot" aria-hidden />
        <Text size="xs">{isLive ? deliveries.live : deliveries.paused}</Text>
      </Box>
    </Tooltip>
  )
}

function NoDeliveries({ query, isNarrow }: ReturnType<typeof useDeliveryFilters>) {
  const { deliveries } = useTexts()
  if (isNarrow) {
    return (
      <Empty icon={IconSend} title={deliveries.noneMatch}>
        {deliveries.noneMatchText}
      </Empty>
    )
  }
  return (
    <Empty icon={IconSend} title={deliveries.none}>
      {query.mode === 'test' ? deliveries.noneTest : deliveries.noneLive}
    </Empty>
  )
}
