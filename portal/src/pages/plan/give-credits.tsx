// The dialog for operators that grants or removes credits.
import { Button, NumberInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconCoins } from '@tabler/icons-react'
import type { WorkspaceDetail } from '../../../../sdk/src/api.ts'
import { useChange } from '../../api/queries.ts'
import { Dialog, DialogForm } from '../../parts/forms/dialog.tsx'
import { settle, showToast } from '../../parts/forms/form-problems.ts'
import { useTexts } from '../../texts/texts.tsx'

export function GiveCredits({ workspace }: { workspace: WorkspaceDetail }) {
  const { plan } = useTexts()
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button leftSection={<IconCoins size={16} aria-hidden />} onClick={open}>
        {plan.give}
      </Button>
      <Dialog keeps opened={opened} onClose={close} title={plan.giveTo(workspace.name)}>
        <CreditsForm ws={workspace.id} onClose={close} />
      </Dialog>
    </>
  )
}

function CreditsForm({ ws, onClose }: { ws: number; onClose: () => void }) {
  const { plan } = useTexts()
  const give = useChange('giveCredits', ['readLedger', 'readWorkspace'])
  const form = useForm<{ amount: number | string; note: string }>({ initialValues: { amount: 100, note: '' } })
  const submit = form.onSubmit(({ amount, note }) =>
    give.mutate(
      { path: { ws }, body: { amount: Number(amount), ...(note === '' ? {} : { note }) } },
      settle(form, ({ balance }) => {
        showToast(plan.balanceChanged(balance))
        onClose()
      }),
    ),
  )
  return (
    <DialogForm onSubmit={submit} change={give} onCancel={onClose} yes={plan.give}>
      <NumberInput
        label={plan.amount}
        description={plan.amountText}
        allowDecimal={false}
        required
        withAsterisk={false}
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <TextInput label={plan.note} placeholder={plan.noteExample} {...form.getInputProps('note')} />
    </DialogForm>
  )
}
