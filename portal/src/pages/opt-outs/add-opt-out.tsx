// The dialog that adds an opt-out manually.
import { Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChange } from '../../api/queries.ts'
import { useChannelChoices } from '../../parts/channels.ts'
import type { ChannelName } from '../../parts/delivery-words.tsx'
import { Dialog, DialogForm } from '../../parts/forms/dialog.tsx'
import { settle, showToast } from '../../parts/forms/form-problems.ts'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

interface AddOptOutProps {
  opened: boolean
  onClose: () => void
  mode: 'live' | 'test'
}

export function AddOptOut({ opened, onClose, mode }: AddOptOutProps) {
  const { optOuts } = useTexts()
  return (
    <Dialog keeps opened={opened} onClose={onClose} title={optOuts.addTitle(mode)}>
      <AddForm onClose={onClose} mode={mode} />
    </Dialog>
  )
}

/** The form is mounted each time the dialog opens, so that its fields are empty. */
function AddForm({ onClose, mode }: Omit<AddOptOutProps, 'opened'>) {
  const { optOuts } = useTexts()
  const { id: ws } = useWorkspace()
  const channels = useChannelChoices(({ opt_outs: blocked }) => blocked === 'all')
  const form = useForm({ initialValues: { address: '', channel: 'email' as ChannelName } })
  const { channel } = form.values
  const add = useChange('addOptOut', ['listOptOuts'])
  const submit = form.onSubmit(({ address, channel }) =>
    add.mutate(
      { path: { ws }, body: { address: address.trim(), channel, mode } },
      settle(form, (saved) => {
        showToast(optOuts.added(saved.address))
        onClose()
      }),
    ),
  )
  return (
    <DialogForm onSubmit={submit} change={add} onCancel={onClose} yes={optOuts.add}>
      {channels.length > 1 && (
        <Select label={optOuts.channel} data={channels} allowDeselect={false} {...form.getInputProps('channel')} />
      )}
      <TextInput
        label={channel === 'email' ? optOuts.emailAddress : optOuts.address}
        description={optOuts.addHint}
        {...(channel === 'email' ? { placeholder: 'ada@shop.example', inputMode: 'email' as const } : {})}
        autoComplete="off"
        required
        maxLength={320}
        data-autofocus
        {...form.getInputProps('address')}
      />
    </DialogForm>
  )
}
