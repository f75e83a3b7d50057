// A field for a new password, with its requirements.
import type { PasswordInputProps } from '@mantine/core'
import { SecretInput } from '../parts/forms/secret-input.tsx'
import { useTexts } from '../texts/texts.tsx'

export function NewPasswordField(props: PasswordInputProps) {
  const { session } = useTexts()
  return (
    <SecretInput
      label={session.newPassword}
      description={session.passwordHint}
      autoComplete="new-password"
      required
      withAsterisk={false}
      minLength={10}
      showLabel={session.show}
      {...props}
    />
  )
}
