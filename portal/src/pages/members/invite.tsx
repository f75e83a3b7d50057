// The dialog that invites a member by email. Without a mail server, the dialog shows the invitation link.
import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChange } from '../../api/queries.ts'
import { SecretOnce } from '../../parts/copy.tsx'
import { Dialog, DialogForm } from '../../parts/forms/dialog.tsx'
import { placeProblem } from '../../parts/forms/form-problems.ts'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { type Role, roles } from './roles.ts'

export function Invite({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { common, members } = useTexts()
  const { id: ws, name } = useWorkspace()
  const invite = useChange('invite', ['listInvitations'])
  const form = useForm<{ email: string; role: Role }>({ initialValues: { email: '', role: 'admin' } })
  const submit = form.onSubmit((body) =>
    invite.mutate({ path: { ws }, body }, { onError: (error) => placeProblem(form, error) }),
  )
  const leave = () => {
    onClose()
    form.reset()
    invite.reset()
  }
  return (
    <Dialog keeps opened={opened} onClose={leave} title={members.inviteTo(name)}>
      {invite.data ? (
        <Stack gap="md">
          <Text size="sm">
            {invite.data.mailed ? members.mailed(invite.data.email) : members.notMailed(invite.data.email)}
          </Text>
          {invite.data.link !== null && <SecretOnce secret={invite.data.link} label={members.link} />}
          <Group justify="flex-end">
            <Button onClick={leave}>{common.done}</Button>
          </Group>
        </Stack>
      ) : (
        <DialogForm onSubmit={submit} change={invite} onCancel={leave} yes={members.invite}>
          <TextInput
            label={common.email}
            type="email"
            autoComplete="off"
            required
            withAsterisk={false}
            data-autofocus
            {...form.getInputProps('email')}
          />
          <Stack gap={6}>
            <Text size="sm" fw={600} id="invite-role">
              {members.role}
            </Text>
            <SegmentedControl
              aria-labelledby="invite-role"
              data={roles.map((value) => ({ value, label: members.roles[value] }))}
              value={form.values.role}
              onChange={(role) => form.setFieldValue('role', role as Role)}
            />
            <Text size="sm" c="dimmed">
              {members.roles[form.values.role]} {members.roleTexts[form.values.role]}
            </Text>
          </Stack>
        </DialogForm>
      )}
    </Dialog>
  )
}
