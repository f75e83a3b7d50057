// A password field whose button to show the text can be reached with the Tab key.
import { PasswordInput, type PasswordInputProps } from '@mantine/core'

interface SecretInputProps extends Omit<PasswordInputProps, 'visibilityToggleButtonProps'> {
  /** What the button is called by screen readers. */
  showLabel: string
}

/** Mantine takes its button out of the tab order; this field puts it back. */
export function SecretInput({ showLabel, ...props }: SecretInputProps) {
  return <PasswordInput {...props} visibilityToggleButtonProps={{ 'aria-label': showLabel, tabIndex: 0 }} />
}
