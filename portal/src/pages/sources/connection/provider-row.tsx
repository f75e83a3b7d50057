// One connection in the list: provider, summary of its settings, buttons, and its form while it is edited.
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ChannelDescription, ProviderConnection } from '../../../../../sdk/src/api.ts'
import { useMay } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { type Checked, CheckResult } from './check-result.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { fieldsOf, type Schema, summaryOf, translateSchema } from './settings-draft.ts'
import type { ConnectionPath } from './target.ts'
import { Unavailable } from './unavailable.tsx'

interface ProviderRowProps {
  place: ConnectionPath
  described: ChannelDescription['providers'][number] | undefined
  row: ProviderConnection
  /** True if the order of the connections matters: Carillon sends through the first connection that works. */
  isOrdered: boolean
  isAlone: boolean
  /** True if the form above the list edits this connection. */
  isInForm: boolean
  isPaused: boolean
  checked: Checked | undefined
  busy: { check: boolean; moveUp: boolean; remove: boolean }
  onEdit: () => void
  onCheck: () => void
  onMoveUp: () => void
  onRemove: () => void
}

export function ProviderRow({ place, described, row: stored, isPaused, checked, ...rest }: ProviderRowProps) {
  const { common, serverText } = useTexts()
  const row = { ...stored, title: serverText(stored.title) }
  const fields = described ? fieldsOf(translateSchema(described.settings as Schema, serverText)) : []
  const [edits, setEdits] = useState(false)
  // Close this form when the form above the list starts to edit the same connection. If both forms were open, a save in
  // one form would cause a conflict in the other form.
  if (edits && rest.isInForm) setEdits(false)
  const edit = () => {
    rest.onEdit()
    setEdits(true)
  }
  return (
    <Stack component="li" gap="sm">
      <Group gap="xs" justify="space-between">
        <Name
          row={row}
          summary={summaryOf(fields, row.settings)}
          isUsed={rest.isOrdered && row.position === 1}
          isNumbered={rest.isOrdered && !rest.isAlone}
        />
        {edits ? (
          <Button size="compact-sm" variant="default" onClick={() => setEdits(false)}>
            {common.close}
          </Button>
        ) : (
          <RowButtons row={row} {...rest} onEdit={edit} />
        )}
      </Group>
      {row.unavailable && <Unavailable place={place} unavailable={row.unavailable} />}
      {checked && <CheckResult checked={checked} marked={new Set()} showsPause={isPaused} />}
      {edits && described && (
        <ConnectionForm
          target={{ kind: 'listed', place, id: row.id }}
          described={described}
          stored={row}
          showsPause={isPaused}
          yes={common.save}
        />
      )}
    </Stack>
  )
}

interface NameProps {
  row: ProviderConnection
  summary: string
  isUsed: boolean
  /** True if the name contains the position in the order. */
  isNumbered: boolean
}

function Name({ row, summary, isUsed, isNumbered }: NameProps) {
  const texts = useTexts().sources.connections.providers
  return (
    <div style={{ flex: '1 1 12rem', minWidth: 0 }}>
      <Group gap="xs">
        <Text fw={500}>{isNumbered ? `${row.position}. ${row.title}` : row.title}</Text>
        {isUsed && <Badge variant="light">{texts.used}</Badge>}
        {row.unavailable && (
          <Badge variant="light" color={row.unavailable.state === 'paused' ? 'yellow' : 'red'}>
            {texts.states[row.unavailable.state]}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" className="wrap-anywhere">
        {summary}
      </Text>
    </div>
  )
}

type RowButtonsProps = Pick<
  ProviderRowProps,
  'row' | 'isOrdered' | 'isAlone' | 'isInForm' | 'busy' | 'onEdit' | 'onCheck' | 'onMoveUp' | 'onRemove'
>

function RowButtons({ row, isOrdered, isAlone, isInForm, busy, ...on }: RowButtonsProps) {
  const { common, sources } = useTexts()
  const texts = sources.connections
  const may = useMay()
  const { title, position } = row
  const buttonProps = { size: 'compact-sm', variant: 'default' } as const
  return (
    <Group gap="xs">
      {may.change && !isInForm && (
        <Button
          {...buttonProps}
          onClick={on.onCheck}
          loading={busy.check}
          aria-label={texts.providers.checkOf(title, position)}
        >
          {texts.check}
        </Button>
      )}
      {!isInForm && (
        <Button
          {...buttonProps}
          onClick={on.onEdit}
          aria-label={may.change ? texts.providers.editOf(title, position) : texts.providers.showOf(title, position)}
        >
          {may.change ? texts.providers.edit : texts.providers.show}
        </Button>
      )}
      {may.change && isOrdered && position > 1 && (
        <Button
          {...buttonProps}
          onClick={on.onMoveUp}
          loading={busy.moveUp}
          aria-label={texts.providers.moveUpOf(title, position)}
        >
          {texts.providers.moveUp}
        </Button>
      )}
      {may.change && !isAlone && (
        <Button
          {...buttonProps}
          variant="subtle"
          color="red"
          onClick={on.onRemove}
          loading={busy.remove}
          aria-label={texts.providers.removeOf(title, position)}
        >
          {common.remove}
        </Button>
      )}
    </Group>
  )
}
