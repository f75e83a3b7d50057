// The button and the dialog of the recent bulk operations. A member can open one, stop it and undo it.
import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import type { BulkOperation } from '../../../../../sdk/src/api.ts'
import { usePages, useRead } from '../../../api/queries.ts'
import { useActorName } from '../../../parts/actor-name.ts'
import { Dialog } from '../../../parts/forms/dialog.tsx'
import { PlainList } from '../../../parts/lists/plain-list.tsx'
import { Empty, ShownPages } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { BulkProgress } from './bulk-progress.tsx'

/** Milliseconds between reads of the operations while one of them runs, so that its counts change. */
const READ_EVERY_MS = 2_000

/** The button that opened an operation is gone, so the focus moves to the button that returns to the list. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

export function RecentOperations() {
  const { bulk, common } = useTexts()
  const { id: ws } = useWorkspace()
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState<number>()
  const operation = useRead('readBulkOperation', { path: { ws, id: shown ?? 0 } }, { enabled: shown !== undefined })
  const title = operation.data === undefined ? bulk.recent.title : bulk.titles[operation.data.action]
  const close = () => setOpen(false)
  const open = () => {
    setShown(undefined)
    setOpen(true)
  }
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconHistory size={14} aria-hidden />} onClick={open}>
        {bulk.recent.title}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={title} size="lg">
        {shown === undefined ? (
          <Operations onOpen={setShown} />
        ) : (
          <Stack gap="md">
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconArrowLeft size={14} aria-hidden />}
              onClick={() => setShown(undefined)}
              ref={takeFocus}
              style={{ alignSelf: 'flex-start' }}
            >
              {common.back}
            </Button>
            <BulkProgress key={shown} id={shown} onUndo={setShown} onClose={close} />
          </Stack>
        )}
      </Dialog>
    </>
  )
}

function Operations({ onOpen }: { onOpen: (id: number) => void }) {
  const { bulk } = useTexts()
  const { id: ws } = useWorkspace()
  const pages = usePages(
    'listBulkOperations',
    { path: { ws }, query: { limit: 20 } },
    { every: (rows) => rows.some(({ state }) => state === 'running') && READ_EVERY_MS, fresh: true },
  )
  return (
    <ShownPages
      pages={pages}
      empty={
        <Empty icon={IconHistory} title={bulk.recent.none}>
          {bulk.recent.noneText}
        </Empty>
      }
    >
      {(operations) => (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {bulk.recent.text}
          </Text>
          <PlainList ordered label={bulk.recent.title}>
            {operations.map((operation) => (
              <OperationEntry key={operation.id} operation={operation} onOpen={onOpen} />
            ))}
          </PlainList>
        </Stack>
      )}
    </ShownPages>
  )
}

const colors: Record<BulkOperation['state'], string> = {
  draft: 'gray',
  running: 'blue',
  done: 'verdigris',
  stopped: 'yellow',
  failed: 'red',
}

function OperationEntry({ operation, onOpen }: { operation: BulkOperation; onOpen: (id: number) => void }) {
  const { bulk, common } = useTexts()
  const actorName = useActorName()
  const { id, action, state, mode, actor, done, refused, undoes, undone_by, started_at, created_at } = operation
  return (
    <li className="bulk-operation">
      <Group justify="space-between" gap="xs">
        <Anchor component="button" type="button" size="sm" fw={560} onClick={() => onOpen(id)}>
          {bulk.titles[action]}
        </Anchor>
        <Group gap={6}>
          {mode === 'test' && (
            <Badge color="gray" variant="outline">
              {common.test}
            </Badge>
          )}
          {undoes !== null && <Badge color="gray">{bulk.recent.undo}</Badge>}
          {undone_by !== null && <Badge color="gray">{bulk.recent.undone}</Badge>}
          <Badge color={colors[state]}>{bulk.recent.states[state]}</Badge>
        </Group>
      </Group>
      <Text size="sm" className="numbers">
        {bulk.recent.counts(done, refused)}
      </Text>
      <Text size="xs" c="dimmed" className="wrap-anywhere">
        {actorName(actor)} · <Time at={started_at ?? created_at} />
      </Text>
    </li>
  )
}
