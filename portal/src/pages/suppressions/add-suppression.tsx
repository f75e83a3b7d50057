// The dialog that adds a suppression manually.
import { Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Suppression } from '../../../../sdk/src/api.ts'
import { useChange } from '../../api/queries.ts'
import { useAddresses } from '../../parts/addresses.ts'
import { useChannelChoices } from '../../parts/channels.ts'
import type { ChannelName } from '../../parts/delivery-words.tsx'
import { Dialog, DialogForm } from '../../parts/forms/dialog.tsx'
import { settle, showToast } from '../../parts/forms/form-problems.ts'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { enteredReasons, useReasonChoices } from './reasons.ts'

interface AddSuppressionProps {
  opened: boolean
  onClose: () => void
  mode: 'live' | 'test'
}

export function AddSuppression({ opened, onClose, mode }: AddSuppressionProps) {
  const { suppressions } = useTexts()
  return (
    <Dialog keeps opened={opened} onClose={onClose} title={suppressions.addTitle(mode)}>
      <AddForm onClose={onClose} mode={mode} />
    </Dialog>
  )
}

/** The form is mounted each time the dialog opens, so that its fields are empty. */
function AddForm({ onClose, mode }: Omit<AddSuppressionProps, 'opened'>) {
  const { suppressions } = useTexts()
  const { id: ws } = useWorkspace()
  const addressed = useAddresses().data ?? []
  const channels = useChannelChoices(({ name }) => addressed.some(({ channel, list }) => channel === name && !list))
  const reasons = useReasonChoices().filter(({ value }) => enteredReasons.includes(value))
  const form = useForm({
    initialValues: {
      address: '',
      channel: 'email' as ChannelName,
      reason: 'manual' as Suppression['reason'],
      note: '',
    },
  })
  const { channel } = form.values
  const add = useChange('addSuppression', ['listSuppressions', 'listOptOuts'])
  const submit = form.onSubmit(({ address, channel, reason, note }) => {
    const noted = note.trim() === '' ? {} : { note: note.trim() }
    add.mutate(
      { path: { ws }, body: { address: address.trim(), channel, reason, mode, ...noted } },
      settle(form, (saved) => {
        showToast(suppressions.added(saved.address))
        onClose()
      }),
    )
  })
  return (
    <DialogForm onSubmit={submit} change={add} onCancel={onClose} yes={suppressions.add}>
      <Select label={suppressions.channel} data={channels} allowDeselect={false} {...form.getInputProps('channel')} />
      <TextInput
        label={channel === 'email' ? suppressions.emailAddress : suppressions.address}
        description={suppressions.addHint}
        {...(channel === 'email' ? { placeholder: 'ada@shop.example', inputMode: 'email' as const } : {})}
        autoComplete="off"
        required
        maxLength={320}
        data-autofocus
        {...form.getInputProps('address')}
      />
      <Select label={suppressions.reason} data={reasons} allowDeselect={false} {...form.getInputProps('reason')} />
      <TextInput
        label={suppressions.note}
        description={suppressions.noteHint}
        maxLength={1000}
        {...form.getInputProps('note')}
      />
    </DialogForm>
  )
}
