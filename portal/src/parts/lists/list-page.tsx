// A list page with a create dialog: title, button, list and empty state.

import { Button } from '@mantine/core'
import { type Icon, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Pages } from '../../api/queries.ts'
import { useMay } from '../../session/workspace.tsx'
import { PageFrame } from '../page-frame.tsx'
import { Empty, ShownPages } from '../states.tsx'
import { useCreating } from './creating.ts'

interface ListPageProps<T> {
  texts: { title: string; text: string; create: string; empty: string; emptyText: string }
  icon: Icon
  pages: Pages<T>
  /** A link above the title. */
  before?: ReactNode
  dialog: (opened: boolean, close: () => void) => ReactNode
  children: (rows: T[]) => ReactNode
}

export function ListPage<T>({ texts, icon, pages, before, dialog, children }: ListPageProps<T>) {
  const may = useMay()
  const [creating, setCreating] = useCreating()
  const create = may.change && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  )
  return (
    <PageFrame title={texts.title} text={texts.text} actions={create} before={before}>
      <ShownPages
        pages={pages}
        empty={
          <Empty icon={icon} title={texts.empty} action={create}>
            {texts.emptyText}
          </Empty>
        }
      >
        {children}
      </ShownPages>
      {dialog(creating, () => setCreating(false))}
    </PageFrame>
  )
}
