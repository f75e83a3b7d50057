// A field for a new password, with what is asked of it.
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTexts } from '../texts/texts.tsx'

export function NewPasswordField(props: PasswordInputProps) {
  const { session } = useTexts()
  return (
    <PasswordInput
      label={session.newPassword}
      description={session.passwordHint}
      autoComplete="new-password"
      required
      withAsterisk={false}
      minLength={10}
      visibilityToggleButtonProps={{ 'aria-label': session.show }}
      {...props}
    />
  )
}
