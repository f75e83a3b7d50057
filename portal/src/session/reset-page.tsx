// /reset-password?token=…: sets a new password and signs in.
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChange } from '../api/queries.ts'
import { placeProblem } from '../parts/forms/form-problems.ts'
import { ProblemNotice } from '../parts/states.tsx'
import { useTexts } from '../texts/texts.tsx'
import { asksForCode, CodeField, useCodeStep } from './code-step.tsx'
import { useEnter, useLinkToken } from './entering.ts'
import { OutsideFrame } from './outside-frame.tsx'
import { NewPasswordField } from './password-field.tsx'
import { ToSignIn } from './to-sign-in.tsx'

export default function ResetPage() {
  const { session } = useTexts()
  const token = useLinkToken()
  const enter = useEnter()
  const reset = useChange('resetPassword')
  const form = useForm({ initialValues: { password: '', code: '' } })
  const codeStep = useCodeStep()
  if (token === undefined) {
    return (
      <OutsideFrame title={session.linkIncomplete} text={session.linkIncompleteText}>
        <ToSignIn />
      </OutsideFrame>
    )
  }
  const submit = form.onSubmit(({ password, code }) =>
    reset.mutate(
      { body: { token, password, ...(codeStep.isNeeded ? { code } : {}) } },
      {
        onSuccess: (answer) => enter(answer),
        onError: (error) => {
          if (!codeStep.noteProblem(error)) placeProblem(form, error)
        },
      },
    ),
  )
  return (
    <OutsideFrame title={session.reset} text={session.resetText}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {reset.error && !asksForCode(reset.error) && <ProblemNotice error={reset.error} />}
          <NewPasswordField {...form.getInputProps('password')} />
          {codeStep.isNeeded && <CodeField {...form.getInputProps('code')} />}
          <Button type="submit" size="md" loading={reset.isPending}>
            {session.resetButton}
          </Button>
          <ToSignIn />
        </Stack>
      </form>
    </OutsideFrame>
  )
}
