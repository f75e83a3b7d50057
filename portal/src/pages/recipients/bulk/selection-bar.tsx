// The bar above the list of recipients while recipients are selected: number, tags, removal and progress.
import { Button, Group, Progress, Text } from '@mantine/core'
import { IconTag, IconTagOff, IconTrash, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { confirm } from '../../../parts/forms/confirm.ts'
import type { Selection } from '../../../parts/lists/selection.ts'
import { ProblemNotice } from '../../../parts/states.tsx'
import { useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import type { RecipientFilters } from '../recipient-filters.tsx'
import { type BulkWork, matchingIds } from './bulk-work.ts'
import { TagDialog } from './tag-dialog.tsx'

/** The removal of this number of recipients requires that the member types the number. */
const MANY = 50

interface SelectionBarProps {
  filters: RecipientFilters
  selection: Selection
  work: BulkWork
}

export function SelectionBar({ filters, selection, work }: SelectionBarProps) {
  const { recipients } = useTexts()
  const texts = recipients.bulk
  const [tagging, setTagging] = useState<'addTag' | 'removeTag'>()
  const { ids, count } = selection
  const remove = async () => {
    const sure = await confirm({
      title: texts.removeTitle(count),
      text: texts.removeText,
      yes: texts.removeYes(count),
      ...(count >= MANY ? { typed: String(count) } : {}),
    })
    if (!sure) return
    await work.start({ kind: 'remove' }, ids)
    selection.setAll([])
  }
  const size = 'compact-sm'
  return (
    <Group gap="xs" mb="sm" role="toolbar" aria-label={texts.toolbar} className="selection-bar">
      <Text size="sm" fw={560} role="status">
        {texts.selected(count)}
      </Text>
      <AllMatching filters={filters} selection={selection} />
      <Button
        size={size}
        variant="default"
        leftSection={<IconTag size={15} aria-hidden />}
        onClick={() => setTagging('addTag')}
      >
        {texts.addTag}
      </Button>
      <Button
        size={size}
        variant="default"
        leftSection={<IconTagOff size={15} aria-hidden />}
        onClick={() => setTagging('removeTag')}
      >
        {texts.removeTag}
      </Button>
      <Button
        size={size}
        variant="light"
        color="red"
        leftSection={<IconTrash size={15} aria-hidden />}
        onClick={() => void remove()}
      >
        {texts.remove}
      </Button>
      <Button
        size={size}
        variant="subtle"
        color="gray"
        leftSection={<IconX size={15} aria-hidden />}
        onClick={() => selection.setAll([])}
      >
        {texts.clear}
      </Button>
      <TagDialog
        kind={tagging}
        count={count}
        onClose={() => setTagging(undefined)}
        onTag={(kind, tag) => void work.start({ kind, tag }, ids)}
      />
    </Group>
  )
}

/** The button that selects all recipients that match the filters, also those that the page does not show. */
function AllMatching({ filters, selection }: Pick<SelectionBarProps, 'filters' | 'selection'>) {
  const { recipients } = useTexts()
  const { id: ws } = useWorkspace()
  const [state, setState] = useState<{ isPending?: boolean; error?: unknown; isIncomplete?: boolean }>({})
  const selectAll = async () => {
    setState({ isPending: true })
    try {
      const { ids, isComplete } = await matchingIds(ws, filters.query)
      selection.setAll(ids)
      setState({ isIncomplete: !isComplete })
    } catch (error) {
      setState({ error })
    }
  }
  if (state.error !== undefined) return <ProblemNotice error={state.error} onRetry={() => void selectAll()} />
  return (
    <>
      <Button size="compact-sm" variant="subtle" loading={state.isPending ?? false} onClick={() => void selectAll()}>
        {filters.isNarrow ? recipients.bulk.allMatching : recipients.bulk.all}
      </Button>
      {state.isIncomplete && (
        <Text size="xs" c="dimmed">
          {recipients.bulk.onlyFirst(selection.count)}
        </Text>
      )}
    </>
  )
}

/** The progress of a change of many recipients. */
export function BulkProgress({
  progress,
  stop,
}: Pick<BulkWork, 'stop'> & { progress: { done: number; total: number } }) {
  const { recipients } = useTexts()
  const { done, total } = progress
  return (
    <Group gap="sm" mb="sm" role="status" aria-label={recipients.bulk.progress}>
      <Progress value={(100 * done) / total} style={{ flex: '1 1 10rem' }} aria-label={recipients.bulk.progress} />
      <Text size="sm">{recipients.bulk.doneOf(done, total)}</Text>
      <Button size="compact-sm" variant="default" onClick={stop}>
        {recipients.bulk.stop}
      </Button>
    </Group>
  )
}
