// The dialog that creates a source; afterwards its page, where keys and connections are made.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../api/queries.ts'
import { placeProblem } from '../../parts/form-problems.ts'
import { ProblemNotice } from '../../parts/states.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

export function NewSource({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { common, sources } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const form = useForm({ initialValues: { name: '' } })
  const create = useChange('createSource', ['listSources'])
  const submit = form.onSubmit((body) =>
    create.mutate(
      { path: { ws }, body },
      {
        onSuccess: (source) => void navigate({ to: pathTo(`sources/${source.id}`) }),
        onError: (error) => placeProblem(form, error),
      },
    ),
  )
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={sources.createTitle}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          {create.error && <ProblemNotice error={create.error} />}
          <TextInput
            label={common.name}
            description={sources.nameHint}
            placeholder={sources.nameExample}
            required
            maxLength={255}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {sources.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
