// /setup?token=…: creates the owner of the installation.
import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChange, useRead } from '../api/queries.ts'
import { placeProblem } from '../parts/forms/form-problems.ts'
import { ProblemNotice, QueryResult } from '../parts/states.tsx'
import { language, useTexts } from '../texts/texts.tsx'
import { useEnter, useLinkToken } from './entering.ts'
import { OutsideFrame } from './outside-frame.tsx'
import { NewPasswordField } from './password-field.tsx'
import { ToSignIn } from './to-sign-in.tsx'

export default function SetupPage() {
  const { session } = useTexts()
  const token = useLinkToken()
  const setup = useRead('readSetup', {})
  return (
    <QueryResult query={setup}>
      {({ needed }) => {
        if (!needed)
          return (
            <OutsideFrame title={session.setUp} text={session.setUpDone}>
              <ToSignIn />
            </OutsideFrame>
          )
        if (token === undefined) return <OutsideFrame title={session.setUpLink} text={session.setUpLinkText} />
        return (
          <OutsideFrame title={session.setUp} text={session.setUpText}>
            <OwnerForm token={token} />
          </OutsideFrame>
        )
      }}
    </QueryResult>
  )
}

function OwnerForm({ token }: { token: string }) {
  const { common, session } = useTexts()
  const enter = useEnter()
  const setUp = useChange('setUp')
  const form = useForm({ initialValues: { name: '', email: '', password: '' } })
  const submit = form.onSubmit((values) =>
    setUp.mutate(
      { body: { ...values, token, locale: language.get() } },
      { onSuccess: (answer) => enter(answer), onError: (error) => placeProblem(form, error) },
    ),
  )
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {setUp.error && <ProblemNotice error={setUp.error} />}
        <TextInput
          label={session.yourName}
          autoComplete="name"
          required
          withAsterisk={false}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={common.email}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <NewPasswordField label={session.password} {...form.getInputProps('password')} />
        <Button type="submit" size="md" loading={setUp.isPending}>
          {session.setUpButton}
        </Button>
      </Stack>
    </form>
  )
}
