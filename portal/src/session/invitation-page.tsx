// /invitation?token=…: shows an invitation and accepts it with a new, an existing or the current account.
import { Button, Divider, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { OpenInvitation } from '../../../sdk/src/api.ts'
import { problemOf } from '../api/problem.ts'
import { useChange, useRead } from '../api/queries.ts'
import { placeProblem } from '../parts/forms/form-problems.ts'
import { SecretInput } from '../parts/forms/secret-input.tsx'
import { Loading, ProblemNotice, sentenceOf } from '../parts/states.tsx'
import { useTexts } from '../texts/texts.tsx'
import { asksForCode, CodeField, useCodeStep } from './code-step.tsx'
import { useEnter, useLinkToken } from './entering.ts'
import { OutsideFrame } from './outside-frame.tsx'
import { NewPasswordField } from './password-field.tsx'
import { useSignInOptions } from './provider.ts'
import { ProviderButton } from './provider-button.tsx'
import { sessionQuery } from './session.ts'
import { useSignOut } from './sign-out.ts'
import { ToSignIn } from './to-sign-in.tsx'

export default function InvitationPage() {
  const texts = useTexts()
  const { session, shell } = texts
  const token = useLinkToken()
  const invitation = useRead('readInvitation', { body: { token: token ?? '' } }, { enabled: token !== undefined })
  const current = useQuery({ ...sessionQuery, retry: false })
  const options = useSignInOptions()
  if (token === undefined) return <OutsideFrame title={session.linkIncomplete} text={session.linkIncompleteText} />
  if (invitation.error) {
    const problem = problemOf(invitation.error)
    if (problem.code === 'forbidden')
      return (
        <OutsideFrame title={session.invitationInvalid} text={sentenceOf(problem, texts)}>
          <ToSignIn />
        </OutsideFrame>
      )
    return (
      <OutsideFrame title={session.invitation}>
        <ProblemNotice error={invitation.error} onRetry={() => void invitation.refetch()} />
      </OutsideFrame>
    )
  }
  if (invitation.data === undefined || current.isPending) {
    return (
      <OutsideFrame title={session.invitation}>
        <Loading />
      </OutsideFrame>
    )
  }
  const { data } = invitation
  const signedInAs = current.data?.actor.email
  return (
    <OutsideFrame
      title={session.invitation}
      text={session.invitationText(data.invited_by, data.workspace.name, shell.roles[data.role])}
    >
      {signedInAs !== undefined && signedInAs.toLowerCase() !== data.email.toLowerCase() ? (
        <OtherAccount email={signedInAs} />
      ) : (
        <Stack gap="lg">
          {signedInAs === undefined && options?.provider && (
            <>
              <ProviderButton name={options.provider.name} to={`/invitation?token=${token}`} />
              {options.passwords === 'everyone' && <Divider label={session.or} />}
            </>
          )}
          {(signedInAs !== undefined || options?.passwords !== 'operators') && (
            <AcceptForm token={token} invitation={data} signedIn={signedInAs !== undefined} />
          )}
        </Stack>
      )}
    </OutsideFrame>
  )
}

function OtherAccount({ email }: { email: string }) {
  const { session, shell } = useTexts()
  const signOut = useSignOut()
  return (
    <Stack>
      <Text size="sm">{session.otherAccount(email)}</Text>
      <Button variant="default" onClick={signOut}>
        {shell.signOut}
      </Button>
    </Stack>
  )
}

interface AcceptFormProps {
  token: string
  invitation: OpenInvitation
  signedIn: boolean
}

function AcceptForm({ token, invitation, signedIn }: AcceptFormProps) {
  const { session } = useTexts()
  const enter = useEnter()
  const accept = useChange('acceptInvitation')
  const form = useForm({ initialValues: { name: '', password: '', code: '' } })
  const codeStep = useCodeStep()
  const isNew = !signedIn && !invitation.has_account
  const submit = form.onSubmit(({ name, password, code }) =>
    accept.mutate(
      {
        body: {
          token,
          ...(isNew ? { name } : {}),
          ...(signedIn ? {} : { password }),
          ...(codeStep.isNeeded ? { code } : {}),
        },
      },
      {
        onSuccess: (answer) => enter(answer, invitation.workspace.id),
        onError: (error) => {
          if (!codeStep.noteProblem(error)) placeProblem(form, error)
        },
      },
    ),
  )
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {accept.error && !asksForCode(accept.error) && <ProblemNotice error={accept.error} />}
        <TextInput
          label={session.invitationFor}
          value={invitation.email}
          readOnly
          type="email"
          autoComplete="username"
        />
        {isNew && (
          <>
            <TextInput
              label={session.yourName}
              autoComplete="name"
              required
              withAsterisk={false}
              {...form.getInputProps('name')}
            />
            <NewPasswordField label={session.password} {...form.getInputProps('password')} />
          </>
        )}
        {!isNew && !signedIn && (
          <SecretInput
            label={session.password}
            description={session.accountExists}
            autoComplete="current-password"
            required
            withAsterisk={false}
            showLabel={session.show}
            {...form.getInputProps('password')}
          />
        )}
        {codeStep.isNeeded && <CodeField {...form.getInputProps('code')} />}
        <Button type="submit" size="md" loading={accept.isPending}>
          {signedIn ? session.acceptAs(invitation.email) : session.accept}
        </Button>
      </Stack>
    </form>
  )
}
