// The saved filters of the member: a menu that applies, saves and removes them.
import { Button, Menu, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark, IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useChange, useRead } from '../../../api/queries.ts'
import { Dialog, DialogForm } from '../../../parts/forms/dialog.tsx'
import { showToast } from '../../../parts/forms/form-problems.ts'
import { useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { type DeliveryFilters, filterNames } from './filters.ts'

export function SavedFilters({ filters, change, isNarrow }: DeliveryFilters) {
  const { savedFilters } = useTexts()
  const { id: ws } = useWorkspace()
  const saved = useRead('listSavedFilters', { path: { ws } })
  const remove = useChange('removeSavedFilter', ['listSavedFilters'])
  const [naming, dialog] = useDisclosure(false)
  const rows = saved.data?.data ?? []
  /** Sets exactly the filters of `query`. */
  const apply = (query: Record<string, string>) =>
    change(Object.fromEntries(filterNames.map((name) => [name, query[name] ?? ''])))
  const isApplied = (query: Record<string, string>) =>
    filterNames.every((name) => (filters[name] ?? '') === (query[name] ?? ''))
  const applied = rows.find(({ query }) => isApplied(query))
  return (
    <>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<IconBookmark size={14} aria-hidden />}>
            {applied?.name ?? savedFilters.title}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {rows.length === 0 && <Menu.Label>{savedFilters.none}</Menu.Label>}
          {rows.map((row) => (
            <Menu.Item key={row.id} onClick={() => apply(row.query)} fw={row === applied ? 600 : 400}>
              {row.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={!isNarrow || applied !== undefined}
            onClick={dialog.open}
          >
            {savedFilters.save}
          </Menu.Item>
          {applied && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={() =>
                remove.mutate(
                  { path: { ws, id: applied.id } },
                  { onSuccess: () => showToast(savedFilters.removed(applied.name)) },
                )
              }
            >
              {savedFilters.remove(applied.name)}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog keeps opened={naming} onClose={dialog.close} title={savedFilters.save}>
        <NameForm query={filters} onClose={dialog.close} />
      </Dialog>
    </>
  )
}

function NameForm({ query, onClose }: { query: DeliveryFilters['filters']; onClose: () => void }) {
  const { savedFilters, common } = useTexts()
  const { id: ws } = useWorkspace()
  const save = useChange('createSavedFilter', ['listSavedFilters'])
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(
      { path: { ws }, body: { name: name.trim(), query } },
      {
        onSuccess: () => {
          showToast(common.saved)
          onClose()
        },
      },
    )
  }
  return (
    <DialogForm onSubmit={submit} change={save} onCancel={onClose} yes={common.save} disabled={name.trim() === ''}>
      <TextInput
        label={savedFilters.name}
        description={savedFilters.nameText}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}
