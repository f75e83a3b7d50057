// The menu that downloads the listed deliveries as a file.
import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import type { DeliveryQuery } from './filters.ts'

export function ExportMenu({ query }: { query: DeliveryQuery }) {
  const { deliveries } = useTexts()
  const { id: ws } = useWorkspace()
  const addressOf = (format: 'csv' | 'jsonl') => {
    const parameters = Object.entries({ ...query, format }).map(([name, value]) => [name, String(value)])
    return `/v1/manage/workspaces/${ws}/deliveries/export?${new URLSearchParams(parameters)}`
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />}>
          {deliveries.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={addressOf('csv')} download>
          {deliveries.exportCsv}
        </Menu.Item>
        <Menu.Item component="a" href={addressOf('jsonl')} download>
          {deliveries.exportLines}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
