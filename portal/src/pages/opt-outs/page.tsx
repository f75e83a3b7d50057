// Opt-outs: the list of addresses with an opt-out, with search, manual entry and removal.
import { Button, Group } from '@mantine/core'
import { IconMailOff, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { usePages } from '../../api/queries.ts'
import { useFilters } from '../../parts/lists/filters.ts'
import { ModeChoice } from '../../parts/lists/mode-choice.tsx'
import { SearchField } from '../../parts/lists/search-field.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { useMay, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { AddOptOut } from './add-opt-out.tsx'
import { OptOutRows } from './rows.tsx'

export default function OptOutsPage() {
  const { optOuts } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const [adding, setAdding] = useState(false)
  const [{ mode: named, q }, change] = useFilters('mode', 'q')
  const mode = named === 'test' ? 'test' : 'live'
  const pages = usePages('listOptOuts', { path: { ws }, query: { mode, ...(q === undefined ? {} : { q }) } })
  return (
    <PageFrame
      title={optOuts.title}
      text={optOuts.text}
      actions={
        may.change && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {optOuts.add}
          </Button>
        )
      }
    >
      <Group gap="xs" mb="md">
        <ModeChoice label={optOuts.mode} mode={mode} onChange={(mode) => change({ mode })} />
        <SearchField label={optOuts.search} value={q ?? ''} onChange={(q) => change({ q })} />
      </Group>
      <ShownPages
        pages={pages}
        empty={
          <Empty icon={IconMailOff} title={q === undefined ? optOuts.none : optOuts.noneMatch}>
            {q !== undefined ? optOuts.noneMatchText : mode === 'test' ? optOuts.noneTest : optOuts.noneText}
          </Empty>
        }
      >
        {(rows) => <OptOutRows rows={rows} />}
      </ShownPages>
      <AddOptOut opened={adding} onClose={() => setAdding(false)} mode={mode} />
    </PageFrame>
  )
}
