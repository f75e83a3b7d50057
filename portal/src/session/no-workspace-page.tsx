// /w: the page for accounts without a workspace. Operators can create a workspace here.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useChange } from '../api/queries.ts'
import { placeProblem } from '../parts/forms/form-problems.ts'
import { Loading, ProblemNotice } from '../parts/states.tsx'
import { language, useTexts } from '../texts/texts.tsx'
import { OutsideFrame } from './outside-frame.tsx'
import { sessionQuery } from './session.ts'
import { useSignOut } from './sign-out.ts'
import { ToSignIn } from './to-sign-in.tsx'
import { workspacePath } from './workspace.tsx'

export default function NoWorkspacePage() {
  const { session, shell, common } = useTexts()
  const signOut = useSignOut()
  const { data, error } = useQuery(sessionQuery)
  if (error)
    return (
      <OutsideFrame title={session.signIn}>
        <ToSignIn />
      </OutsideFrame>
    )
  if (data === undefined)
    return (
      <OutsideFrame title={session.noWorkspace}>
        <Loading />
      </OutsideFrame>
    )
  const { operator } = data.actor
  return (
    <OutsideFrame
      title={operator ? shell.newWorkspace : session.noWorkspace}
      text={operator ? undefined : session.noWorkspaceMember}
    >
      <Stack>
        {operator && <WorkspaceForm />}
        <Group>
          {data.workspaces.length > 0 && (
            <Button variant="subtle" color="gray" component={Link} to="/">
              {common.back}
            </Button>
          )}
          <Button variant="subtle" color="gray" onClick={signOut}>
            {shell.signOut}
          </Button>
        </Group>
      </Stack>
    </OutsideFrame>
  )
}

function WorkspaceForm() {
  const { session } = useTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useChange('createWorkspace')
  const form = useForm({ initialValues: { name: '' } })
  const submit = form.onSubmit((body) =>
    create.mutate(
      { body: { ...body, default_locale: language.get() } },
      {
        onSuccess: async ({ id }) => {
          await client.refetchQueries(sessionQuery)
          await navigate({ to: workspacePath(id) })
        },
        onError: (error) => placeProblem(form, error),
      },
    ),
  )
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {create.error && <ProblemNotice error={create.error} />}
        <TextInput
          label={session.workspaceName}
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Button type="submit" loading={create.isPending}>
          {session.createWorkspace}
        </Button>
      </Stack>
    </form>
  )
}
