// The page “Your account”: name, second factor, password and sessions.
import { Button, Card, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renew, useChange } from '../../api/queries.ts'
import { placeProblem, showToast } from '../../parts/forms/form-problems.ts'
import { SecretInput } from '../../parts/forms/secret-input.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { ProblemNotice } from '../../parts/states.tsx'
import { NewPasswordField } from '../../session/password-field.tsx'
import { storeSession, useSession } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.tsx'
import { Identities } from './identities.tsx'
import { SecondFactorCard } from './second-factor/card.tsx'
import { Sessions } from './sessions.tsx'

export default function AccountPage() {
  const { account } = useTexts()
  const { actor } = useSession()
  if (actor.kind === 'token') return <PageFrame title={account.title} text={account.token} />
  return (
    <PageFrame title={account.title} text={account.text(actor.email ?? '')}>
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Stack gap="lg">
            <Part title={account.profile} text={account.profileText}>
              <NameForm name={actor.name ?? ''} />
            </Part>
            <SecondFactorCard />
          </Stack>
          <Part title={account.password} text={account.passwordText}>
            <PasswordForm email={actor.email ?? ''} />
          </Part>
        </SimpleGrid>
        <Identities />
        <Sessions />
      </Stack>
    </PageFrame>
  )
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Card>
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed" mb="md">
        {text}
      </Text>
      {children}
    </Card>
  )
}

function NameForm({ name }: { name: string }) {
  const { common, account } = useTexts()
  const client = useQueryClient()
  const change = useChange('changeAccount')
  const form = useForm({ initialValues: { name } })
  const submit = form.onSubmit((body) =>
    change.mutate(
      { body },
      {
        onSuccess: async () => {
          await renew(client, 'readSession')
          form.resetDirty()
          showToast(common.saved)
        },
        onError: (error) => placeProblem(form, error),
      },
    ),
  )
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {change.error && <ProblemNotice error={change.error} />}
        <Group align="flex-end" gap="sm">
          <TextInput
            style={{ flex: '1 1 14rem' }}
            label={account.profile}
            autoComplete="name"
            required
            withAsterisk={false}
            {...form.getInputProps('name')}
          />
          <Button type="submit" disabled={!form.isDirty()} loading={change.isPending}>
            {common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function PasswordForm({ email }: { email: string }) {
  const { session, account } = useTexts()
  const client = useQueryClient()
  const change = useChange('changePassword', ['listSessions'])
  const form = useForm({ initialValues: { current_password: '', new_password: '' } })
  const submit = form.onSubmit((body) =>
    change.mutate(
      { body },
      {
        onSuccess: (answer) => {
          storeSession(client, answer)
          form.reset()
          showToast(account.passwordChanged)
        },
        onError: (error) => placeProblem(form, error),
      },
    ),
  )
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" align="flex-start">
        {change.error && <ProblemNotice error={change.error} />}
        {/* Password managers need this field to find the account of the password. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <SecretInput
          w="100%"
          label={account.current}
          autoComplete="current-password"
          required
          withAsterisk={false}
          showLabel={session.show}
          {...form.getInputProps('current_password')}
        />
        <NewPasswordField w="100%" {...form.getInputProps('new_password')} />
        <Button type="submit" loading={change.isPending}>
          {account.changePassword}
        </Button>
      </Stack>
    </form>
  )
}
