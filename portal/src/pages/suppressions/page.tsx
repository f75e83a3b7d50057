// Suppressions: the list of suppressed addresses, with search, manual entry, files and lifting.

import { Button, Group, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload, IconMailOff, IconPlus, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { Suppression } from '../../../../sdk/src/api.ts'
import { usePages } from '../../api/queries.ts'
import { useCreating } from '../../parts/lists/creating.ts'
import { FilterSelect } from '../../parts/lists/filter-select.tsx'
import { useFilters } from '../../parts/lists/filters.ts'
import { ModeChoice } from '../../parts/lists/mode-choice.tsx'
import { SearchField } from '../../parts/lists/search-field.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { useMay, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { AddSuppression } from './add-suppression.tsx'
import { ImportFile } from './import-file.tsx'
import { useReasonChoices } from './reasons.ts'
import { SuppressionRows } from './rows.tsx'

export default function SuppressionsPage() {
  const { suppressions } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const [adding, setAdding] = useCreating()
  const [importing, setImporting] = useState(false)
  const [{ mode: named, q, reason }, change] = useFilters('mode', 'q', 'reason')
  const mode = named === 'test' ? 'test' : 'live'
  const reasons = useReasonChoices()
  const chosen = reasons.find(({ value }) => value === reason)?.value
  const query = {
    mode,
    ...(q === undefined ? {} : { q }),
    ...(chosen === undefined ? {} : { reason: chosen }),
  } as const
  const pages = usePages('listSuppressions', { path: { ws }, query })
  const isNarrow = q !== undefined || chosen !== undefined
  return (
    <PageFrame
      title={suppressions.title}
      text={suppressions.text}
      actions={
        <>
          <FilesMenu mode={mode} reason={chosen} onImport={() => setImporting(true)} />
          {may.change && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              {suppressions.add}
            </Button>
          )}
        </>
      }
    >
      <Group gap="xs" mb="md">
        <ModeChoice label={suppressions.mode} mode={mode} onChange={(mode) => change({ mode })} />
        <SearchField label={suppressions.search} value={q ?? ''} onChange={(q) => change({ q })} />
        <FilterSelect
          width={220}
          label={suppressions.reason}
          any={suppressions.anyReason}
          choices={reasons}
          value={chosen}
          onChange={(reason) => change({ reason })}
        />
      </Group>
      <ShownPages
        pages={pages}
        empty={
          <Empty icon={IconMailOff} title={isNarrow ? suppressions.noneMatch : suppressions.none}>
            {isNarrow ? suppressions.noneMatchText : mode === 'test' ? suppressions.noneTest : suppressions.noneText}
          </Empty>
        }
      >
        {(rows) => <SuppressionRows rows={rows} />}
      </ShownPages>
      <AddSuppression opened={adding} onClose={() => setAdding(false)} mode={mode} />
      <ImportFile opened={importing} onClose={() => setImporting(false)} mode={mode} />
    </PageFrame>
  )
}

interface FilesMenuProps {
  mode: 'live' | 'test'
  reason: Suppression['reason'] | undefined
  onImport: () => void
}

function FilesMenu({ mode, reason, onImport }: FilesMenuProps) {
  const { suppressions } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const query = new URLSearchParams({ mode, ...(reason === undefined ? {} : { reason }) })
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={15} aria-hidden />}>
          {suppressions.files}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {may.change && (
          <Menu.Item leftSection={<IconUpload size={16} aria-hidden />} onClick={onImport}>
            {suppressions.import}
          </Menu.Item>
        )}
        <Menu.Item
          component="a"
          href={`/v1/manage/workspaces/${ws}/suppressions/export?${query}`}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {suppressions.export(mode)}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
