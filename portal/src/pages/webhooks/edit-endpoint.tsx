// The dialog that edits the URL and the events of an endpoint.
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Subscription } from '../../../../sdk/src/api.ts'
import { useChange } from '../../api/queries.ts'
import { Dialog, DialogForm } from '../../parts/forms/dialog.tsx'
import { onlyChanged, settle, showToast } from '../../parts/forms/form-problems.ts'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { Choice } from './choice.tsx'

interface EditEndpointProps {
  endpoint: Subscription
  opened: boolean
  onClose: () => void
}

export function EditEndpoint({ endpoint, opened, onClose }: EditEndpointProps) {
  const { webhooks } = useTexts()
  return (
    <Dialog keeps opened={opened} onClose={onClose} title={webhooks.edit} size="lg">
      <EditForm endpoint={endpoint} onClose={onClose} />
    </Dialog>
  )
}

/** The form is mounted each time the dialog opens, so that it starts with the current values. */
function EditForm({ endpoint: { id, url, events }, onClose }: Omit<EditEndpointProps, 'opened'>) {
  const { common, webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const change = useChange('changeSubscription', ['listSubscriptions', 'readSubscription'])
  const form = useForm({ initialValues: { url, events } })
  const submit = form.onSubmit((body) =>
    change.mutate(
      { path: { ws, id }, body: onlyChanged(form, body) },
      settle(form, () => {
        showToast(common.saved)
        onClose()
      }),
    ),
  )
  return (
    <DialogForm onSubmit={submit} change={change} onCancel={onClose} yes={common.save}>
      <TextInput label={webhooks.address} type="url" required withAsterisk={false} {...form.getInputProps('url')} />
      <Choice
        value={form.values.events}
        onChange={(chosen) => form.setFieldValue('events', chosen)}
        error={form.errors.events as string | undefined}
      />
    </DialogForm>
  )
}
