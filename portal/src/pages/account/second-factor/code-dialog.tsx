// A dialog that asks for a code before it turns the second factor off, or creates new recovery codes.
import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useChange } from '../../../api/queries.ts'
import { Dialog, DialogForm } from '../../../parts/forms/dialog.tsx'
import { placeProblem, settle, showToast } from '../../../parts/forms/form-problems.ts'
import { CodeField } from '../../../session/code-step.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface CodeDialogProps {
  opened: boolean
  onClose: () => void
}

export function TurnOffDialog({ opened, onClose }: CodeDialogProps) {
  const { secondFactor } = useTexts()
  const end = useChange('endSecondFactor', ['readSecondFactor'])
  const form = useForm({ initialValues: { code: '' } })
  const close = () => {
    form.reset()
    end.reset()
    onClose()
  }
  const submit = form.onSubmit((body) =>
    end.mutate(
      { body },
      {
        onSuccess: () => {
          close()
          showToast(secondFactor.turnedOff)
        },
        onError: (error) => placeProblem(form, error),
      },
    ),
  )
  return (
    <Dialog opened={opened} onClose={close} title={secondFactor.turnOffTitle}>
      <DialogForm onSubmit={submit} change={end} onCancel={close} yes={secondFactor.turnOff}>
        <Text size="sm">{secondFactor.turnOffText}</Text>
        <CodeField {...form.getInputProps('code')} />
      </DialogForm>
    </Dialog>
  )
}

export function RenewDialog({ opened, onClose }: CodeDialogProps) {
  const { secondFactor } = useTexts()
  const renew = useChange('renewRecoveryCodes', ['readSecondFactor'])
  const form = useForm({ initialValues: { code: '' } })
  const [codes, setCodes] = useState<string[]>()
  const close = () => {
    form.reset()
    renew.reset()
    setCodes(undefined)
    onClose()
  }
  const submit = form.onSubmit((body) =>
    renew.mutate(
      { body },
      settle(form, ({ recovery_codes }) => setCodes(recovery_codes)),
    ),
  )
  return (
    <Dialog
      keeps
      opened={opened}
      onClose={close}
      title={codes === undefined ? secondFactor.renewTitle : secondFactor.codesTitle}
    >
      {codes === undefined ? (
        <DialogForm onSubmit={submit} change={renew} onCancel={close} yes={secondFactor.renew}>
          <Text size="sm">{secondFactor.renewText}</Text>
          <CodeField {...form.getInputProps('code')} />
        </DialogForm>
      ) : (
        <RecoveryCodes codes={codes} onStored={close} />
      )}
    </Dialog>
  )
}
