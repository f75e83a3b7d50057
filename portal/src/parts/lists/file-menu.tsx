// A menu that downloads a list as CSV or as JSON lines, with the current filters.
import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.tsx'

interface FileMenuProps {
  /** The path of the export, below /v1/manage. */
  path: string
  /** The filters of the list. */
  query: Record<string, string | number | boolean | undefined>
  size?: 'xs' | 'sm'
}

export function FileMenu({ path, query, size = 'sm' }: FileMenuProps) {
  const { common } = useTexts()
  const addressOf = (format: 'csv' | 'jsonl') => {
    const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
    return `/v1/manage${path}?${new URLSearchParams([...given, ['format', format]])}`
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size={size} variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          {common.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={addressOf('csv')} download>
          {common.exportCsv}
        </Menu.Item>
        <Menu.Item component="a" href={addressOf('jsonl')} download>
          {common.exportLines}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
