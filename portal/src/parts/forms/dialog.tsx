// A dialog, and the form inside most dialogs.
import { Button, Group, Modal, Stack } from '@mantine/core'
import type { FormEventHandler, PropsWithChildren, ReactNode } from 'react'
import { useTexts } from '../../texts/texts.tsx'
import { ProblemNotice } from '../states.tsx'

interface DialogProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  size?: 'lg'
  /**
   * If true, a click outside does not close the dialog, because the dialog contains input or a secret that is shown
   * once.
   */
  keeps?: boolean
}

export function Dialog({ keeps = false, ...rest }: PropsWithChildren<DialogProps>) {
  const { common } = useTexts()
  return (
    <Modal
      {...rest}
      closeOnClickOutside={!keeps}
      closeButtonProps={{ 'aria-label': common.close }}
      // A title can contain an address that is longer than the dialog is wide.
      styles={{ title: { overflowWrap: 'anywhere', minWidth: 0, lineHeight: 1.4 } }}
    />
  )
}

interface DialogFormProps {
  onSubmit: FormEventHandler<HTMLFormElement>
  /** The mutation of the form. If it fails, its problem is shown above the submit button. */
  change: { error: Error | null; isPending: boolean }
  onCancel: () => void
  /** The label of the submit button. */
  yes: string
  disabled?: boolean
}

export function DialogForm({
  onSubmit,
  change,
  onCancel,
  yes,
  disabled,
  children,
}: PropsWithChildren<DialogFormProps>) {
  const { common } = useTexts()
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        {children}
        {change.error && <ProblemNotice error={change.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={change.isPending} {...(disabled ? { disabled } : {})}>
            {yes}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
