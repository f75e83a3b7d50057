// The test inbox: the messages of test keys as a list, beside one message as its channel shows it.
import { Button } from '@mantine/core'
import { IconInbox, IconTrash } from '@tabler/icons-react'
import { useChange, usePages } from '../../api/queries.ts'
import { confirm } from '../../parts/forms/confirm.ts'
import { showToast } from '../../parts/forms/form-problems.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, ProblemNotice, ShownPages } from '../../parts/states.tsx'
import { useMay, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { InboxFilterBar, useInboxFilters } from './inbox-filters.tsx'
import { InboxList } from './inbox-list.tsx'
import { Notices } from './notices.tsx'
import { OpenedMessage } from './opened-message.tsx'
import './test-inbox.css'

const POLL_MS = 3_000

export default function TestInboxPage() {
  const { testInbox } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const filters = useInboxFilters()
  const query = { brief: true, ...filters.query }
  const pages = usePages('listTestInbox', { path: { ws }, query }, { every: POLL_MS })
  const clearing = useClearing()
  const shown = filters.opened ?? pages.rows[0]?.id
  const canClear = may.change && (pages.rows.length > 0 || filters.isNarrow)
  return (
    <PageFrame
      title={testInbox.title}
      text={testInbox.text}
      actions={
        canClear && (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            loading={clearing.isPending}
            onClick={() => void clearing.clear()}
          >
            {testInbox.clear}
          </Button>
        )
      }
    >
      {clearing.error && <ProblemNotice error={clearing.error} />}
      <Notices />
      <InboxFilterBar filters={filters} />
      <ShownPages
        pages={pages}
        empty={
          <NoMessages isNarrow={filters.isNarrow} isCleared={!!pages.first?.cleared_to} restore={clearing.restore} />
        }
      >
        {(rows) => (
          <div className="inbox" data-opened={filters.opened !== undefined}>
            <InboxList rows={rows} shown={shown} />
            {shown !== undefined && (
              <OpenedMessage id={shown} row={rows.find(({ id }) => id === shown)} isChosen={filters.opened === shown} />
            )}
          </div>
        )}
      </ShownPages>
    </PageFrame>
  )
}

function useClearing() {
  const { testInbox } = useTexts()
  const { id: ws } = useWorkspace()
  const change = useChange('clearTestInbox', ['listTestInbox'])
  return {
    isPending: change.isPending,
    error: change.error,
    restore: () => change.mutate({ path: { ws }, body: { up_to: 0 } }),
    async clear() {
      const sure = await confirm({ title: testInbox.clearTitle, text: testInbox.clearText, yes: testInbox.clear })
      if (sure) change.mutate({ path: { ws }, body: {} }, { onSuccess: () => showToast(testInbox.cleared) })
    },
  }
}

interface NoMessagesProps {
  isNarrow: boolean
  isCleared: boolean
  restore: () => void
}

function NoMessages({ isNarrow, isCleared, restore }: NoMessagesProps) {
  const { testInbox } = useTexts()
  const may = useMay()
  if (isNarrow)
    return (
      <Empty icon={IconInbox} title={testInbox.noneMatch}>
        {testInbox.noneMatchText}
      </Empty>
    )
  const showAgain = isCleared && may.change && (
    <Button variant="default" onClick={restore}>
      {testInbox.showCleared}
    </Button>
  )
  return (
    <Empty
      icon={IconInbox}
      title={isCleared ? testInbox.clearedTitle : testInbox.nothing}
      action={showAgain || undefined}
    >
      {testInbox.nothingText}
    </Empty>
  )
}
