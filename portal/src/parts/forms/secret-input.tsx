// A password field with a Show button that keyboard users can reach with the Tab key.
import { PasswordInput, type PasswordInputProps } from '@mantine/core'

interface SecretInputProps extends Omit<PasswordInputProps, 'visibilityToggleButtonProps'> {
  /** The label of the button for screen readers. */
  showLabel: string
}

/** Mantine removes the Show button from the tab order. This component puts the button back into the tab order. */
export function SecretInput({ showLabel, ...props }: SecretInputProps) {
  return <PasswordInput {...props} visibilityToggleButtonProps={{ 'aria-label': showLabel, tabIndex: 0 }} />
}
