// Recipients: the list with search and filters in the URL.

import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload, IconPlus, IconUpload, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { usePages } from '../../api/queries.ts'
import { useCreating } from '../../parts/lists/creating.ts'
import { useSelection } from '../../parts/lists/selection.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { useMay, usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { BulkReport } from './bulk/bulk-report.tsx'
import { useBulkWork } from './bulk/bulk-work.ts'
import { BulkProgress, SelectionBar } from './bulk/selection-bar.tsx'
import { exportAddress } from './files.ts'
import { RecipientFilterBar, type RecipientFilters, useRecipientFilters } from './recipient-filters.tsx'
import { RecipientForm } from './recipient-form.tsx'
import { RecipientRows } from './rows.tsx'

export default function RecipientsPage() {
  const { recipients } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const [creating, setCreating] = useCreating()
  const filters = useRecipientFilters()
  const selection = useSelection(JSON.stringify(filters.query))
  const work = useBulkWork()
  const pages = usePages('listRecipients', { path: { ws }, query: filters.query })
  const create = may.change && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {recipients.create}
    </Button>
  )
  return (
    <PageFrame
      title={recipients.title}
      text={recipients.text}
      actions={
        <>
          <ImportExportMenu filters={filters} />
          {create}
        </>
      }
    >
      <RecipientFilterBar filters={filters} />
      {work.progress && <BulkProgress progress={work.progress} stop={work.stop} />}
      {work.result && <BulkReport result={work.result} work={work} />}
      {selection.count > 0 && work.progress === undefined && (
        <SelectionBar filters={filters} selection={selection} work={work} />
      )}
      <ShownPages pages={pages} empty={<NoRecipients filters={filters} create={create} />}>
        {(rows) => <RecipientRows rows={rows} selection={selection} onTag={(tag) => filters.change({ tag })} />}
      </ShownPages>
      <RecipientForm opened={creating} onClose={() => setCreating(false)} mode={filters.query.mode} />
    </PageFrame>
  )
}

/** The menu for import and export. */
function ImportExportMenu({ filters }: { filters: RecipientFilters }) {
  const { recipients } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const pathTo = usePathTo()
  const { mode, tag } = filters.query
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={15} aria-hidden />}>
          {recipients.files}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {may.change && (
          <Menu.Item
            component={Link}
            to={pathTo('recipients/import')}
            search={(mode === 'test' ? { mode } : {}) as never}
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            {recipients.import}
          </Menu.Item>
        )}
        <Menu.Item
          component="a"
          href={exportAddress(ws, mode, tag)}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {tag === undefined ? recipients.export(mode) : recipients.exportTag(tag)}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function NoRecipients({ filters, create }: { filters: RecipientFilters; create: React.ReactNode }) {
  const { recipients } = useTexts()
  if (filters.isNarrow) {
    return (
      <Empty icon={IconUsers} title={recipients.noneMatch}>
        {recipients.noneMatchText}
      </Empty>
    )
  }
  return (
    <Empty icon={IconUsers} title={recipients.none} action={create}>
      {filters.query.mode === 'test' ? recipients.noneTest : recipients.noneLive}
    </Empty>
  )
}
