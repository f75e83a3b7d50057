// /forgotten-password: asks for a link. The answer is the same for every address, so it tells nobody who has an account.
import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconMail } from '@tabler/icons-react'
import { useChange } from '../api/queries.ts'
import { placeProblem } from '../parts/forms/form-problems.ts'
import { ServerSentence } from '../parts/server-sentence.tsx'
import { ProblemNotice } from '../parts/states.tsx'
import { useTexts } from '../texts/texts.tsx'
import { OutsideFrame } from './outside-frame.tsx'
import { ToSignIn } from './to-sign-in.tsx'

export default function ForgottenPage() {
  const { common, session } = useTexts()
  const request = useChange('forgotPassword')
  const form = useForm({ initialValues: { email: '' } })
  const submit = form.onSubmit((body) => request.mutate({ body }, { onError: (error) => placeProblem(form, error) }))
  return (
    <OutsideFrame title={session.forgotten} text={session.forgottenText}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {request.error && <ProblemNotice error={request.error} />}
          {request.data && (
            <Alert
              role="status"
              icon={<IconMail aria-hidden />}
              {...(request.data.mail ? { title: session.forgottenDone } : {})}
            >
              <ServerSentence text={request.data.message} />
            </Alert>
          )}
          <TextInput
            label={common.email}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            {...form.getInputProps('email')}
          />
          <Button type="submit" size="md" loading={request.isPending}>
            {session.forgottenButton}
          </Button>
          <ToSignIn />
        </Stack>
      </form>
    </OutsideFrame>
  )
}
