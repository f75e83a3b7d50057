// The form for email and password, on the sign-in page and in the dialog after an expired session.
import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Session } from '../../../sdk/src/api.ts'
import { problemOf } from '../api/problem.ts'
import { useChange } from '../api/queries.ts'
import { placeProblem } from '../parts/forms/form-problems.ts'
import { SecretInput } from '../parts/forms/secret-input.tsx'
import { ProblemNotice } from '../parts/states.tsx'
import { useTexts } from '../texts/texts.tsx'
import { storeSession } from './session.ts'

interface SignInFormProps {
  email?: string
  onSignedIn: (session: Session) => void
  /** Content below the button. */
  children?: ReactNode
}

export function SignInForm({ email = '', onSignedIn, children }: SignInFormProps) {
  const { common, session } = useTexts()
  const client = useQueryClient()
  const signIn = useChange('signIn')
  const form = useForm({ initialValues: { email, password: '' } })
  const submit = form.onSubmit((body) =>
    signIn.mutate(
      { body },
      {
        onSuccess: (answer) => {
          storeSession(client, answer)
          onSignedIn(answer)
        },
        onError: (error) => placeProblem(form, error),
      },
    ),
  )
  const refused = signIn.error && problemOf(signIn.error).code === 'invalid_credentials'
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {signIn.error && <ProblemNotice error={signIn.error} {...(refused ? { title: session.wrong } : {})} />}
        <TextInput
          label={common.email}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          data-autofocus={email === '' || undefined}
          {...form.getInputProps('email')}
        />
        <SecretInput
          label={session.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus={email !== '' || undefined}
          showLabel={session.show}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={signIn.isPending} fullWidth size="md">
          {session.signIn}
        </Button>
        {children}
      </Stack>
    </form>
  )
}
