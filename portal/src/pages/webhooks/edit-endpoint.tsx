// Changes where an endpoint is and what it is told. The secret stays.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Subscription } from '../../api/operations.ts'
import { useChange } from '../../api/queries.ts'
import { placeProblem, say } from '../../parts/form-problems.ts'
import { ProblemNotice } from '../../parts/states.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { Choice } from './choice.tsx'

interface EditEndpointProps {
  endpoint: Subscription
  opened: boolean
  onClose: () => void
}

export function EditEndpoint({ endpoint, opened, onClose }: EditEndpointProps) {
  const { common, webhooks } = useTexts()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={webhooks.edit}
      size="lg"
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <EditForm endpoint={endpoint} onClose={onClose} />
    </Modal>
  )
}

/** Mounted with the dialog, so that it begins with what is true then. */
function EditForm({ endpoint: { id, url, events }, onClose }: Omit<EditEndpointProps, 'opened'>) {
  const { common, webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const change = useChange('changeSubscription', ['listSubscriptions', 'readSubscription'])
  const form = useForm({ initialValues: { url, events } })
  const submit = form.onSubmit((body) =>
    change.mutate(
      { path: { ws, id }, body },
      {
        onSuccess: () => {
          say(common.saved)
          onClose()
        },
        onError: (error) => placeProblem(form, error),
      },
    ),
  )
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {change.error && <ProblemNotice error={change.error} />}
        <TextInput label={webhooks.address} type="url" required withAsterisk={false} {...form.getInputProps('url')} />
        <Choice
          value={form.values.events}
          onChange={(chosen) => form.setFieldValue('events', chosen)}
          error={form.errors.events as string | undefined}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
