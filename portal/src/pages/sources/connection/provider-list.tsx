// The list of a channel's connections, with buttons to edit, check, move, remove and add.
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { ChannelDescription, ProviderConnection } from '../../../../../sdk/src/api.ts'
import { useChange } from '../../../api/queries.ts'
import { confirm } from '../../../parts/forms/confirm.ts'
import { showToast } from '../../../parts/forms/form-problems.ts'
import { ProblemNotice } from '../../../parts/states.tsx'
import { useMay } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { AddForm } from './add-form.tsx'
import { ProviderRow } from './provider-row.tsx'
import { type ConnectionPath, staleConnectionQueries } from './target.ts'

interface ProviderListProps {
  place: ConnectionPath
  described: ChannelDescription
  /** Empty if the channel is not connected. */
  rows: ProviderConnection[]
  isPaused: boolean
  /** True if the form above the list edits the only connection. */
  isBelowForm: boolean
}

export function ProviderList({ place, described, rows, isPaused, isBelowForm }: ProviderListProps) {
  const { common, sources } = useTexts()
  const texts = sources.connections.providers
  const may = useMay()
  const [adds, setAdds] = useState(false)
  const changes = useChanges(place, described, rows)
  const added = ({ id }: Pick<ProviderConnection, 'id'>) => {
    setAdds(false)
    changes.check(id)
  }
  const open = described.providers.filter(
    ({ name }) => described.several || !rows.some(({ provider }) => provider === name),
  )
  if (rows.length === 0)
    return <AddForm place={place} providers={open} yes={sources.connections.connect} onAdded={added} />
  return (
    <Stack gap="sm">
      <Title order={2}>{described.several ? texts.title : texts.titleOfKinds}</Title>
      <Text size="sm" c="dimmed">
        {!described.several ? texts.sideBySide : isBelowForm ? texts.textBelowForm : texts.text}
      </Text>
      <Stack gap="md" component="ol" className="bare">
        {rows.map((row, index) => (
          <ProviderRow
            key={row.id}
            place={place}
            described={described.providers.find(({ name }) => name === row.provider)}
            row={row}
            isOrdered={described.several}
            isAlone={rows.length === 1}
            isInForm={isBelowForm}
            isPaused={isPaused}
            checked={changes.checkedId === row.id ? changes.checked : undefined}
            busy={changes.busyWith(row.id)}
            onEdit={changes.forgetCheck}
            onCheck={() => changes.check(row.id)}
            onMoveUp={() => changes.moveUp(index)}
            onRemove={() => void changes.remove(row)}
          />
        ))}
      </Stack>
      {changes.error && <ProblemNotice error={changes.error} />}
      {may.change && open.length > 0 && !adds && (
        <Group>
          <Button variant="default" onClick={() => setAdds(true)}>
            {texts.add}
          </Button>
        </Group>
      )}
      {adds && (
        <Card withBorder padding="md">
          <AddForm
            place={place}
            providers={open}
            yes={texts.add}
            buttons={
              <Button variant="default" onClick={() => setAdds(false)}>
                {common.cancel}
              </Button>
            }
            onAdded={added}
          />
        </Card>
      )}
    </Stack>
  )
}

/**
 * Returns the actions of the buttons in the rows. The result of the last check is shown until the checked connection is
 * edited.
 */
function useChanges(place: ConnectionPath, { several }: ChannelDescription, rows: ProviderConnection[]) {
  const { common, sources, serverText } = useTexts()
  const texts = sources.connections.providers
  const check = useChange('checkProviderConnection', ['listConnections'])
  const order = useChange('orderProviderConnections', staleConnectionQueries)
  const remove = useChange('removeProviderConnection', staleConnectionQueries)
  return {
    error: check.error ?? order.error ?? remove.error,
    checked: check.data,
    checkedId: check.variables?.path.id,
    forgetCheck: check.reset,
    busyWith: (id: number) => ({
      check: check.isPending && check.variables.path.id === id,
      moveUp: order.isPending,
      remove: remove.isPending && remove.variables.path.id === id,
    }),
    check: (id: number) => check.mutate({ path: { ...place, id } }),
    moveUp(index: number) {
      const ids = rows.map(({ id }) => id)
      ids.splice(index - 1, 0, ...ids.splice(index, 1))
      order.mutate({ path: place, body: { order: ids } })
    },
    async remove(row: ProviderConnection) {
      const text = several
        ? texts.removeText
        : [texts.removeSideBySide, ...removalWarnings(row.provider, texts.lost)].join(' ')
      const sure = await confirm({ title: texts.removeTitle(serverText(row.title)), text, yes: common.remove })
      if (sure) remove.mutate({ path: { ...place, id: row.id } }, { onSuccess: () => showToast(texts.removed) })
    },
  }
}

/** Returns the warning to show before a connection is removed, if no other connection can reach its devices. */
export function removalWarnings(provider: string, lost: Record<string, string>): string[] {
  const text = lost[provider]
  return text === undefined ? [] : [text]
}
