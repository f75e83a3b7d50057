// The form for email and password, on the sign-in page and in the dialog after an expired session. For an account with
// a second factor, it then asks for the code.
import { Button, Stack, Text, TextInput } from '@mantine/core'
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
import { asksForCode, CodeField, useCodeStep } from './code-step.tsx'
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
  const codeStep = useCodeStep()
  const form = useForm({ initialValues: { email, password: '', code: '' } })
  const submit = form.onSubmit(({ code, ...body }) =>
    signIn.mutate(
      { body: codeStep.isNeeded ? { ...body, code } : body },
      {
        onSuccess: (answer) => {
          storeSession(client, answer)
          onSignedIn(answer)
        },
        onError: (error) => {
          if (!codeStep.noteProblem(error)) placeProblem(form, error)
        },
      },
    ),
  )
  const goBack = () => {
    codeStep.goBack()
    signIn.reset()
    form.setFieldValue('code', '')
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <SignInProblem error={signIn.error} wrong={codeStep.isNeeded ? session.wrongCode : session.wrong} />
        {codeStep.isNeeded ? (
          <>
            <Text size="sm">{session.codeFor(form.values.email)}</Text>
            <CodeField {...form.getInputProps('code')} />
          </>
        ) : (
          <>
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
          </>
        )}
        <Button type="submit" loading={signIn.isPending} fullWidth size="md">
          {session.signIn}
        </Button>
        {codeStep.isNeeded ? (
          <Button variant="subtle" color="gray" onClick={goBack}>
            {common.back}
          </Button>
        ) : (
          children
        )}
      </Stack>
    </form>
  )
}

function SignInProblem({ error, wrong }: { error: Error | null; wrong: string }) {
  if (error === null || asksForCode(error)) return null
  const refused = problemOf(error).code === 'invalid_credentials'
  return <ProblemNotice error={error} {...(refused ? { title: wrong } : {})} />
}
