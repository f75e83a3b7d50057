// Templates: the list with search, filters and order in the URL.
import { Button } from '@mantine/core'
import { IconLayout, IconPlus, IconTemplate } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePages } from '../../api/queries.ts'
import { useCreating } from '../../parts/lists/creating.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { useMay, usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { TemplateFilterBar, useTemplateFilters } from './list/template-filters.tsx'
import { TemplateRows } from './list/template-rows.tsx'
import { NewTemplate } from './new-template.tsx'

export default function TemplatesPage() {
  const { layouts, templateList, templates } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const may = useMay()
  const [creating, setCreating] = useCreating()
  const filters = useTemplateFilters()
  const pages = usePages('listTemplateSummaries', { path: { ws }, query: filters.query })
  const create = may.change && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {templates.create}
    </Button>
  )
  const empty: ReactNode = filters.isNarrow ? (
    <Empty icon={IconTemplate} title={templateList.noneMatch}>
      {templateList.noneMatchText}
    </Empty>
  ) : (
    <Empty icon={IconTemplate} title={templates.empty} action={create}>
      {templates.emptyText}
    </Empty>
  )
  const isEmpty = !filters.isNarrow && !pages.isPending && pages.rows.length === 0
  return (
    <PageFrame
      title={templates.title}
      text={templates.text}
      actions={
        <>
          <Button
            component={Link}
            to={pathTo('layouts')}
            variant="default"
            leftSection={<IconLayout size={16} aria-hidden />}
          >
            {layouts.title}
          </Button>
          {create}
        </>
      }
    >
      {!isEmpty && <TemplateFilterBar filters={filters} />}
      <ShownPages pages={pages} empty={empty}>
        {(rows) => <TemplateRows rows={rows} filters={filters} />}
      </ShownPages>
      <NewTemplate opened={creating} onClose={() => setCreating(false)} />
    </PageFrame>
  )
}
