// The list of pending invitations.
import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { problemOf } from '../../api/problem.ts'
import { type ListRow, useChange, usePages } from '../../api/queries.ts'
import { useActorName } from '../../parts/actor-name.ts'
import { confirm } from '../../parts/forms/confirm.ts'
import { showToast } from '../../parts/forms/form-problems.ts'
import { type Column, Rows } from '../../parts/lists/table.tsx'
import { ShownPages, sentenceOf } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

type Invitation = ListRow<'listInvitations'>

export function Invitations() {
  const actorName = useActorName()
  const { common, members } = useTexts()
  const { id: ws } = useWorkspace()
  const pages = usePages('listInvitations', { path: { ws } })
  const columns: Column<Invitation>[] = [
    { title: common.email, cell: (row) => <Invited invitation={row} /> },
    { title: members.role, cell: (row) => members.roles[row.role], from: 'xs', labeled: true },
    {
      title: members.invitedByColumn,
      cell: (row) => (row.invited_by === 'The operator' ? members.theOperator : actorName(row.invited_by)),
      quiet: true,
      from: 'lg',
      labeled: true,
    },
    { title: members.sent, cell: (row) => <Time at={row.created_at} />, quiet: true, from: 'lg', labeled: true },
    {
      title: members.expiresColumn,
      cell: (row) => <Time at={row.expires_at} />,
      quiet: true,
      from: 'md',
      labeled: true,
    },
    { title: common.actions, untitled: true, right: true, cell: (row) => <Revoke invitation={row} /> },
  ]
  return (
    <Stack gap="sm">
      <Title order={2}>{members.invitations}</Title>
      <ShownPages
        pages={pages}
        empty={
          <Text size="sm" c="dimmed">
            {members.noInvitations}
          </Text>
        }
      >
        {(rows) => <Rows rows={rows} columns={columns} keyOf={({ id }) => id} />}
      </ShownPages>
    </Stack>
  )
}

function Invited({ invitation: { email, state, mail } }: { invitation: Invitation }) {
  const { members } = useTexts()
  return (
    <>
      <Group gap={6}>
        <Text size="sm" fw={560}>
          {email}
        </Text>
        {state === 'expired' && <Badge color="orange">{members.expired}</Badge>}
        {mail !== null && (
          <Badge variant="light" color={mail === 'failed' ? 'red' : 'gray'}>
            {members.mailStates[mail]}
          </Badge>
        )}
      </Group>
      {mail === 'failed' && <Text size="sm">{members.mailFailedText}</Text>}
    </>
  )
}

function Revoke({ invitation: { id, email } }: { invitation: Invitation }) {
  const texts = useTexts()
  const { members } = texts
  const { id: ws } = useWorkspace()
  const revoke = useChange('revokeInvitation', ['listInvitations'])
  const ask = async () => {
    const yes = await confirm({ title: members.revokeQuestion(email), text: members.revokeText, yes: members.revoke })
    if (yes) revoke.mutate({ path: { ws, id } }, { onError: (error) => showToast(sentenceOf(problemOf(error), texts)) })
  }
  return (
    <Button variant="default" size="xs" onClick={() => void ask()} loading={revoke.isPending}>
      {members.revoke}
    </Button>
  )
}
