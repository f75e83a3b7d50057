// A dialog over the page, and the form most of them hold.
import { Button, Group, Modal, Stack } from '@mantine/core'
import type { FormEventHandler, PropsWithChildren, ReactNode } from 'react'
import { useTexts } from '../../texts/texts.tsx'
import { ProblemNotice } from '../states.tsx'

interface DialogProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  size?: 'lg'
  /** Something is typed or shown once in it: a slip of the mouse beside it must not take that away. */
  keeps?: boolean
}

export function Dialog({ keeps = false, ...rest }: PropsWithChildren<DialogProps>) {
  const { common } = useTexts()
  return (
    <Modal
      {...rest}
      closeOnClickOutside={!keeps}
      closeButtonProps={{ 'aria-label': common.close }}
      // A title may name an address that is longer than the dialog is wide.
      styles={{ title: { overflowWrap: 'anywhere', minWidth: 0, lineHeight: 1.4 } }}
    />
  )
}

interface DialogFormProps {
  onSubmit: FormEventHandler<HTMLFormElement>
  /** The change it asks for: a refusal stands above the button that was pressed, which waits for the answer. */
  change: { error: Error | null; isPending: boolean }
  onCancel: () => void
  /** What the button says. */
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
