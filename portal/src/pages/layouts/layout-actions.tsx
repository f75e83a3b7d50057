// The buttons of the layout editor: save, and the menu with the removal.
import { Button, Menu } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { problemOf } from '../../api/problem.ts'
import { useChange } from '../../api/queries.ts'
import { confirm } from '../../parts/forms/confirm.ts'
import { showToast } from '../../parts/forms/form-problems.ts'
import { MoreActions } from '../../parts/more-actions.tsx'
import { sentenceOf } from '../../parts/states.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import type { LayoutEditing } from './layout-editing.ts'

export function LayoutActions({ editing }: { editing: LayoutEditing }) {
  const texts = useTexts()
  const { common, layouts } = texts
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const remove = useChange('removeLayout', ['listLayouts'])
  const { stored, usedBy, isDirty, save, store } = editing
  const confirmSave = async () => {
    const isSure =
      usedBy === 0 ||
      (await confirm({
        title: layouts.saveTitle,
        text: layouts.saveText(usedBy),
        yes: common.save,
        harmless: true,
      }))
    if (isSure) store(stored.version)
  }
  const confirmRemoval = async () => {
    const isSure = await confirm({
      title: layouts.removeTitle(stored.name),
      text: layouts.removeText,
      yes: layouts.remove,
    })
    if (!isSure) return
    remove.mutate(
      { path: { ws, slug: stored.slug } },
      {
        onSuccess: () => void navigate({ to: pathTo('layouts'), ignoreBlocker: true }),
        onError: (error) => showToast(sentenceOf(problemOf(error), texts)),
      },
    )
  }
  return (
    <>
      <Button onClick={() => void confirmSave()} disabled={!isDirty} loading={save.isPending}>
        {common.save}
      </Button>
      <MoreActions>
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void confirmRemoval()}>
          {layouts.remove}
        </Menu.Item>
      </MoreActions>
    </>
  )
}
