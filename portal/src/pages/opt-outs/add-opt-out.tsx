// The dialog that enters an address by hand: somebody wrote or called, or another system's list is taken over.
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChange } from '../../api/queries.ts'
import { Dialog, DialogForm } from '../../parts/forms/dialog.tsx'
import { say, settle } from '../../parts/forms/form-problems.ts'
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

/** Mounted with the dialog, so that it begins empty. */
function AddForm({ onClose, mode }: Omit<AddOptOutProps, 'opened'>) {
  const { optOuts } = useTexts()
  const { id: ws } = useWorkspace()
  const form = useForm({ initialValues: { address: '' } })
  const add = useChange('addOptOut', ['listOptOuts'])
  const submit = form.onSubmit(({ address }) =>
    add.mutate(
      { path: { ws }, body: { address: address.trim(), mode } },
      settle(form, (kept) => {
        say(optOuts.added(kept.address))
        onClose()
      }),
    ),
  )
  return (
    <DialogForm onSubmit={submit} change={add} onCancel={onClose} yes={optOuts.add}>
      <TextInput
        label={optOuts.emailAddress}
        description={optOuts.addHint}
        placeholder="ada@shop.example"
        inputMode="email"
        autoComplete="off"
        required
        maxLength={320}
        data-autofocus
        {...form.getInputProps('address')}
      />
    </DialogForm>
  )
}
