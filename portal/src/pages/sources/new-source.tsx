// The dialog that creates a source and opens its page.
import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../api/queries.ts'
import { Dialog, DialogForm } from '../../parts/forms/dialog.tsx'
import { settle } from '../../parts/forms/form-problems.ts'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

export function NewSource({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { common, sources } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const form = useForm({ initialValues: { name: '', confirm_click: false } })
  const create = useChange('createSource', ['listSources'])
  const submit = form.onSubmit((body) =>
    create.mutate(
      { path: { ws }, body },
      settle(form, (source) => void navigate({ to: pathTo(`sources/${source.id}`) })),
    ),
  )
  return (
    <Dialog keeps opened={opened} onClose={onClose} title={sources.createTitle}>
      <DialogForm onSubmit={submit} change={create} onCancel={onClose} yes={sources.create}>
        <TextInput
          label={common.name}
          description={sources.nameHint}
          placeholder={sources.nameExample}
          required
          maxLength={255}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Switch
          label={sources.confirmClick}
          description={`${sources.confirmClickText} ${sources.confirmClickReason}`}
          {...form.getInputProps('confirm_click', { type: 'checkbox' })}
        />
      </DialogForm>
    </Dialog>
  )
}
