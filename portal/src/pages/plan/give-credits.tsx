// An operator gives a workspace credits, or takes some back.
import { Button, Group, Modal, NumberInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconCoins } from '@tabler/icons-react'
import type { WorkspaceDetail } from '../../api/operations.ts'
import { useChange } from '../../api/queries.ts'
import { placeProblem, say } from '../../parts/form-problems.ts'
import { ProblemNotice } from '../../parts/states.tsx'
import { useTexts } from '../../texts/texts.tsx'

export function GiveCredits({ workspace }: { workspace: WorkspaceDetail }) {
  const { common, plan } = useTexts()
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button leftSection={<IconCoins size={16} aria-hidden />} onClick={open}>
        {plan.give}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={plan.giveTo(workspace.name)}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        <CreditsForm ws={workspace.id} onClose={close} />
      </Modal>
    </>
  )
}

function CreditsForm({ ws, onClose }: { ws: number; onClose: () => void }) {
  const { common, plan } = useTexts()
  const give = useChange('giveCredits', ['readLedger', 'readWorkspace'])
  const form = useForm<{ amount: number | string; note: string }>({ initialValues: { amount: 100, note: '' } })
  const submit = form.onSubmit(({ amount, note }) =>
    give.mutate(
      { path: { ws }, body: { amount: Number(amount), ...(note === '' ? {} : { note }) } },
      {
        onSuccess: ({ balance }) => {
          say(plan.given(balance))
          onClose()
        },
        onError: (error) => placeProblem(form, error),
      },
    ),
  )
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {give.error && <ProblemNotice error={give.error} />}
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
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={give.isPending}>
            {plan.give}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
