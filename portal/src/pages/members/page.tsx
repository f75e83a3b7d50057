// Members: the members of the workspace with their roles, and the invitations.

import { ActionIcon, Badge, Button, Card, Group, Select, Stack, Text, Title, Tooltip } from '@mantine/core'
import { IconTrash, IconUserPlus, IconUsersGroup } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { problemOf } from '../../api/problem.ts'
import { type ListRow, useChange, usePages } from '../../api/queries.ts'
import { confirm } from '../../parts/forms/confirm.ts'
import { showToast } from '../../parts/forms/form-problems.ts'
import { useCreating } from '../../parts/lists/creating.ts'
import { PlainList } from '../../parts/lists/plain-list.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, ShownPages, sentenceOf } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useSession } from '../../session/session.ts'
import { useMay, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { Invitations } from './invitations.tsx'
import { Invite } from './invite.tsx'
import { type Role, roles } from './roles.ts'

type Member = ListRow<'listMembers'>

export default function MembersPage() {
  const { members } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const [inviting, setInviting] = useCreating()
  const pages = usePages('listMembers', { path: { ws } })
  return (
    <PageFrame
      title={members.title}
      text={members.text}
      actions={
        may.govern && (
          <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
            {members.invite}
          </Button>
        )
      }
    >
      <Invite opened={inviting} onClose={() => setInviting(false)} />
      <Stack gap="xl">
        <ShownPages
          pages={pages}
          empty={
            <Empty icon={IconUsersGroup} title={members.empty}>
              {members.emptyText}
            </Empty>
          }
        >
          {(rows) => (
            <PlainList>
              {rows.map((row) => (
                <MemberCard key={row.id} member={row} />
              ))}
            </PlainList>
          )}
        </ShownPages>
        {may.govern && <Invitations />}
        <Stack gap="xs">
          <Title order={2}>{members.rolePermissions}</Title>
          {roles.map((role) => (
            <Text key={role} size="sm">
              <Text span fw={560}>
                {members.roles[role]}
              </Text>{' '}
              {members.roleTexts[role]}
            </Text>
          ))}
        </Stack>
      </Stack>
    </PageFrame>
  )
}

function MemberCard({ member }: { member: Member }) {
  const { actor } = useSession()
  const isMe = actor.kind === 'member' && actor.id === member.id
  return (
    <Card component="li" withBorder padding="md">
      <Group justify="space-between" gap="sm">
        <MemberDetails member={member} isMe={isMe} />
        <Group gap="xs">
          <MemberRole member={member} />
          {isMe ? <Leave /> : <Remove member={member} />}
        </Group>
      </Group>
    </Card>
  )
}

function MemberDetails({ member, isMe }: { member: Member; isMe: boolean }) {
  const { members } = useTexts()
  return (
    <div style={{ minWidth: 0 }}>
      <Group gap="xs">
        <Text fw={560} className="wrap-anywhere">
          {member.name}
        </Text>
        {isMe && <Badge variant="default">{members.you}</Badge>}
        {member.operator && (
          <Tooltip label={members.operatorText}>
            <Badge color="grape">{members.operator}</Badge>
          </Tooltip>
        )}
      </Group>
      <Text size="sm" c="dimmed" className="wrap-anywhere">
        {member.email} · {members.joined} <Time at={member.joined_at} />
        {member.last_seen_at !== null && (
          <>
            {' '}
            · {members.lastActive} <Time at={member.last_seen_at} />
          </>
        )}
      </Text>
    </div>
  )
}

/** Shows a refused change as a toast, because the card has no room for it. */
function useRefusal() {
  const texts = useTexts()
  return (error: unknown) => showToast(sentenceOf(problemOf(error), texts))
}

function MemberRole({ member }: { member: Member }) {
  const { members } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const onError = useRefusal()
  const change = useChange('changeMember', ['listMembers'])
  if (!may.govern) return <Badge variant="default">{members.roles[member.role]}</Badge>
  return (
    <Select
      aria-label={members.roleOf(member.name)}
      data={roles.map((value) => ({ value, label: members.roles[value] }))}
      value={member.role}
      allowDeselect={false}
      disabled={change.isPending}
      onChange={(role) =>
        role && change.mutate({ path: { ws, id: member.id }, body: { role: role as Role } }, { onError })
      }
      w={130}
    />
  )
}

function Leave() {
  const { members } = useTexts()
  const { id: ws, name } = useWorkspace()
  const navigate = useNavigate()
  const onError = useRefusal()
  const leave = useChange('leaveWorkspace', ['readSession'])
  const confirmLeave = async () => {
    const yes = await confirm({ title: members.leaveQuestion(name), text: members.leaveText, yes: members.leave })
    if (yes) leave.mutate({ path: { ws } }, { onError, onSuccess: () => void navigate({ to: '/' }) })
  }
  return (
    <Button variant="default" onClick={() => void confirmLeave()}>
      {members.leave}
    </Button>
  )
}

function Remove({ member }: { member: Member }) {
  const { common, members } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const onError = useRefusal()
  const remove = useChange('removeMember', ['listMembers'])
  const confirmRemoval = async () => {
    const yes = await confirm({
      title: members.removeQuestion(member.name),
      text: members.removeText(member.name),
      yes: members.remove,
    })
    if (yes) remove.mutate({ path: { ws, id: member.id } }, { onError })
  }
  if (!may.govern) return null
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={`${common.remove} ${member.name}`}
      onClick={() => void confirmRemoval()}
    >
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  )
}
