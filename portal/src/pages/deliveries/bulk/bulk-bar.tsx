// The actions on the selected deliveries, above the list.
import { Button, Group, Paper, Text } from '@mantine/core'
import { IconClockEdit, IconRefresh, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Selection } from '../../../parts/lists/selection.ts'
import { useTexts } from '../../../texts/texts.tsx'
import type { DeliveryQuery } from '../list/filters.ts'
import { BulkDialog, type BulkTarget } from './bulk-dialog.tsx'

export type BulkAction = 'resend' | 'cancel' | 'reschedule'

interface BulkBarProps {
  selection: Selection
  /** The number of rows on the page, and whether the list has more rows. */
  listed: number
  hasMore: boolean
  query: DeliveryQuery
}

export function BulkBar({ selection, listed, hasMore, query }: BulkBarProps) {
  const { bulk } = useTexts()
  const [everything, setEverything] = useState(false)
  const [action, setAction] = useState<BulkAction>()
  const [target, setTarget] = useState<BulkTarget>()
  const isWhole = selection.count === listed && hasMore
  const isAll = everything && isWhole
  const open = (chosen: BulkAction) => {
    setTarget(isAll ? { filter: query } : { ids: selection.ids, mode: query.mode })
    setAction(chosen)
  }
  if (selection.count === 0) return null
  return (
    <Paper className="bulk-bar" withBorder role="region" aria-label={bulk.bar} px="sm" py={8} mb="sm">
      <Group gap="xs">
        <Text size="sm" fw={560} role="status">
          {isAll ? bulk.allMatching : bulk.selected(selection.count)}
        </Text>
        {isWhole && !isAll && (
          <Button size="compact-xs" variant="subtle" onClick={() => setEverything(true)}>
            {bulk.selectMatching}
          </Button>
        )}
        <Group gap="xs" ml="auto">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            onClick={() => open('resend')}
          >
            {bulk.actions.resend}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconClockEdit size={14} aria-hidden />}
            onClick={() => open('reschedule')}
          >
            {bulk.actions.reschedule}
          </Button>
          <Button
            size="xs"
            variant="default"
            c="red"
            leftSection={<IconX size={14} aria-hidden />}
            onClick={() => open('cancel')}
          >
            {bulk.actions.cancel}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            onClick={() => {
              setEverything(false)
              selection.setAll([])
            }}
          >
            {bulk.clear}
          </Button>
        </Group>
      </Group>
      <BulkDialog
        action={action}
        target={target}
        onClose={() => setAction(undefined)}
        onStarted={() => selection.setAll([])}
      />
    </Paper>
  )
}
